// After two read locks and one unlock the lock is still held for reading (POSIX pthread_rwlock_rdlock, pthread_rwlock_unlock, DESCRIPTION).
// expect: assertion=FALSE
// states: 14
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *p) {
    assert(pthread_rwlock_trywrlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    return 0;
}
