// A thread reads twice; the second read lock may have to wait because a writer waits (POSIX pthread_rwlock_rdlock, DESCRIPTION), which waits for the first one.
// expect: deadlock=FALSE
// options: --strict-standard
// states: 44
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
