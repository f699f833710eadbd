// tryrdlock succeeds beside another read lock; whether a waiting writer prevents it is left open (POSIX pthread_rwlock_tryrdlock, ERRORS), and by default it does not.
// expect: TRUE
// states: 41
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
