// tryrdlock may fail with EBUSY because a writer is blocked on the lock (POSIX pthread_rwlock_tryrdlock, ERRORS).
// expect: assertion=FALSE
// options: --strict-standard
// states: 55
#include <assert.h>
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
    int rc = pthread_rwlock_tryrdlock(&l);
    assert(rc == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
