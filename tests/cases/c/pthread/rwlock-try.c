// Readers share a read-write lock, a writer excludes everybody.
// expect: TRUE
// states: 47
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *beside_reader(void *p) {
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    pthread_rwlock_unlock(&l);
    return p;
}

static void *beside_writer(void *p) {
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, beside_reader, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    pthread_create(&t, NULL, beside_writer, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    return 0;
}
