// A thread that refuses cancellation runs to its end.
// expect: TRUE
// states: 70
#include <assert.h>
#include <pthread.h>

static int done;

static void *run(void *p) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
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
    assert(result == NULL && done);
    return 0;
}
