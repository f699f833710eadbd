// A reader joins a writer that waits until the lock is free (POSIX pthread_rwlock_wrlock, pthread_join), while main runs on.
// expect: deadlock=FALSE
// states: 54
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t t[2];
static _Atomic int never;

static void *first(void *p) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

static void *second(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_join(t[0], NULL);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    while (!never)
        ;
    return 0;
}
