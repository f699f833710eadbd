// A thread that reads wants to write: it may deadlock, waiting for itself (POSIX pthread_rwlock_wrlock, DESCRIPTION), while main runs on.
// expect: deadlock=FALSE
// states: 7
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int never;

static void *run(void *p) {
    pthread_rwlock_rdlock(&l);
    if (pthread_rwlock_wrlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    while (!never)
        ;
    return 0;
}
