// pthread_rwlock_rdlock may be a cancellation point or not; the program accepts both (POSIX 2.9.5.2, second list).
// expect: TRUE
// states: 41
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
    assert(result == NULL || result == PTHREAD_CANCELED);
    return 0;
}
