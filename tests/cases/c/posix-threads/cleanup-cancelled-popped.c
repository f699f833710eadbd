// A handler that pthread_cleanup_pop calls runs in an ordinary thread, so the pending request is acted upon in it (POSIX 2.9.5.2).
// expect: assertion=FALSE
// states: 42
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int called;

static void handler(void *p) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    pthread_testcancel();
    called = 1;
}

static void *run(void *p) {
    pthread_cleanup_push(handler, NULL);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, NULL);
    assert(called == 1);
    return 0;
}
