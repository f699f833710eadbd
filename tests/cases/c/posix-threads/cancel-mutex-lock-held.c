// Cancelling does not wake a thread that waits for a mutex (pthread_mutex_lock is no cancellation point, POSIX 2.9.5.2), and main joins it with the mutex locked.
// expect: deadlock=FALSE
// states: 16
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    pthread_mutex_unlock(&m);
    assert(result == NULL);
    return 0;
}
