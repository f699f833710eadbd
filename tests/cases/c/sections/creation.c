// A thread that is created before the section reads without the lock.
// expect: assertion=FALSE data-race=FALSE
// states: 59
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *arg) {
    int r = x;
    assert(r == 1);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
