// The request is pending when the thread calls pthread_join, so it is acted upon before the call returns although the target may have ended; the target is not detached (POSIX 2.9.5.2, pthread_join).
// expect: TRUE
// states: 192
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_t target;

static void *nothing(void *p) { return p; }

static void *joiner(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_join(target, NULL);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&gate);
    pthread_create(&target, NULL, nothing, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(pthread_join(target, &result) == 0 && result == NULL);
    return 0;
}
