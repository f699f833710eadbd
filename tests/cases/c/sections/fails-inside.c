// An assertion fails within a section, if another thread has done something before.
// expect: assertion=FALSE
// states: 196
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#include <stdatomic.h>
static int x;
static atomic_int y;
static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    assert(!y);
    x = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *second(void *arg) {
    y = 1;
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
