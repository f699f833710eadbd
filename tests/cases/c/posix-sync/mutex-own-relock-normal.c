// A thread locks a normal mutex that it holds and deadlocks (POSIX pthread_mutex_lock, table of types), although main runs on for ever.
// expect: deadlock=FALSE
// states: 12
#include <pthread.h>

static pthread_mutex_t m;
static _Atomic int never;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t, NULL, run, NULL);
    while (!never)
        ;
    return 0;
}
