// A reader has ended with the lock held, and the writer waits for ever (POSIX pthread_rwlock_wrlock, DESCRIPTION), while main runs on.
// expect: deadlock=FALSE
// states: 69
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int never;

static void *first(void *p) {
    pthread_rwlock_rdlock(&l);
    return p;
}

static void *second(void *p) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    while (!never)
        ;
    return 0;
}
