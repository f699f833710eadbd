// A thread reads twice while a writer may wait; the implementation defines whether it gets the lock (POSIX pthread_rwlock_rdlock, DESCRIPTION), and by default it does.
// expect: TRUE
// states: 34
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *p) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, writer, NULL);
    if (pthread_rwlock_rdlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
