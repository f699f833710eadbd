// A recursive mutex can be locked again by its owner, and is free after as many unlocks.
// expect: TRUE
// states: 150
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(x == 4);
    pthread_mutex_destroy(&m);
    return 0;
}
