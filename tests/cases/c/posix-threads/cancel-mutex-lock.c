// pthread_mutex_lock is no cancellation point: the thread that waits for the mutex gets it and returns (POSIX 2.9.5.2).
// expect: TRUE
// states: 37
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
    pthread_mutex_unlock(&m);
    pthread_join(t, &result);
    assert(result == NULL);
    return 0;
}
