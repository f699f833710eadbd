// pthread_rwlock_rdlock need not be a cancellation point, so the thread may return (POSIX 2.9.5.2, second list).
// expect: assertion=FALSE
// states: 36
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
