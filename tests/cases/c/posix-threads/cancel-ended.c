// A thread that has ended but is not joined keeps its identity: cancelling it has no effect, and its result arrives (POSIX 2.9.2, pthread_cancel).
// expect: TRUE
// states: 44
#include <assert.h>
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == NULL);
    return 0;
}
