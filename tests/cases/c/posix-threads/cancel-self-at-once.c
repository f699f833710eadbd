// A thread that cancels itself does not stop in pthread_cancel, which is no cancellation point (POSIX 2.9.5.2).
// expect: assertion=FALSE
// states: 23
#include <assert.h>
#include <pthread.h>

static int passed;

static void *run(void *p) {
    pthread_cancel(pthread_self());
    passed = 1;
    pthread_testcancel();
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && passed == 0);
    return 0;
}
