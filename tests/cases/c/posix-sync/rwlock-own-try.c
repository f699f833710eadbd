// trywrlock fails with EBUSY while any thread, the caller included, holds the lock, and tryrdlock while one writes (POSIX pthread_rwlock_tryrdlock, pthread_rwlock_trywrlock, ERRORS).
// expect: TRUE
// states: 39
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *p) {
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    run(NULL);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
