// The second lock of an error-checking mutex by its owner fails with EDEADLK (POSIX pthread_mutex_lock, ERRORS), so nobody waits; main runs on for ever.
// expect: TRUE
// states: 17
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static _Atomic int never;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t, NULL, run, NULL);
    while (!never)
        ;
    return 0;
}
