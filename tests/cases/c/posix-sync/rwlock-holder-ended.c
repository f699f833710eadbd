// A reader that has ended with the lock held does not keep out another reader (POSIX pthread_rwlock_rdlock, DESCRIPTION); main runs on.
// expect: TRUE
// states: 74
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int never;

static void *first(void *p) {
    pthread_rwlock_rdlock(&l);
    return p;
}

static void *second(void *p) {
    pthread_rwlock_rdlock(&l);
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
