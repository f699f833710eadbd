// Both threads take the read-write lock first and then the mutex (POSIX pthread_rwlock_wrlock, pthread_mutex_lock), while main runs on.
// expect: TRUE
// states: 104
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int never;

static void *reader(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&l);
    return p;
}

static void *writer(void *p) {
    pthread_rwlock_wrlock(&l);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, writer, NULL);
    while (!never)
        ;
    return 0;
}
