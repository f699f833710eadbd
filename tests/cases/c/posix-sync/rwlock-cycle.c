// Two threads take two locks in opposite order, but only for reading, which no reader prevents (POSIX pthread_rwlock_rdlock, DESCRIPTION); main runs on.
// expect: TRUE
// states: 113
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int never;

static void *ab(void *p) {
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return p;
}

static void *ba(void *p) {
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, ab, NULL);
    pthread_create(&t[1], NULL, ba, NULL);
    while (!never)
        ;
    return 0;
}
