// A wait on a condition is cancelled without a clean-up handler: the mutex stays locked.
// expect: deadlock=FALSE
// states: 39
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *p) {
    pthread_mutex_lock(&m);
    for (;;)
        pthread_cond_wait(&c, &m);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
