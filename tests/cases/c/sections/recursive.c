// A recursive mutex is held until it is unlocked as often as it was locked.
// expect: TRUE
// states: 58
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;
static void *work(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    assert(x != 1);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
