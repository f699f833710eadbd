// Cancellation may hit pthread_testcancel, or come too late.
// expect: assertion=FALSE
// states: 59
#include <assert.h>
#include <pthread.h>

static int done;

static void *run(void *p) {
    pthread_testcancel();
    done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(done);
    return 0;
}
