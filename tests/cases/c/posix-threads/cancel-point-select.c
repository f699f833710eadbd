// The request is pending when the thread calls select, so it is acted upon before the call returns (POSIX 2.9.5.2, select is in the list of required cancellation points).
// expect: TRUE
// states: 35
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    select(0, NULL, NULL, NULL, NULL);
    assert(0);
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
