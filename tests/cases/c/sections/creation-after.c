// A thread that is created after the section reads without the lock.
// expect: TRUE
// states: 31
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
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    return 0;
}
