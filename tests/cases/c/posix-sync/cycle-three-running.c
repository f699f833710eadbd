// The first thread waits for the reader, which spins for the third, which waits for the mutex of the first (POSIX pthread_mutex_lock, pthread_rwlock_wrlock, pthread_spin_lock), while main runs on.
// expect: deadlock=FALSE
// states: 1028
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;
static _Atomic int never;

static void *one(void *p) {
    pthread_mutex_lock(&m);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_mutex_unlock(&m);
    return p;
}

static void *two(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_rwlock_unlock(&l);
    return p;
}

static void *three(void *p) {
    pthread_spin_lock(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_spin_unlock(&s);
    return p;
}

int main(void) {
    pthread_t t[3];
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    pthread_create(&t[2], NULL, three, NULL);
    while (!never)
        ;
    return 0;
}
