// A mutex that checks refuses to be unlocked by another thread.
// expect: TRUE
// states: 227
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int x;
static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *second(void *arg) {
    assert(pthread_mutex_unlock(&m) == EPERM);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
