// If the routine is cancelled, it is as if pthread_once had not been called: main, which may wait for it, runs it itself (POSIX pthread_once, DESCRIPTION).
// expect: TRUE
// states: 90
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void init(void) {
    pthread_testcancel();
    count++;
}

static void *run(void *p) {
    pthread_once(&once, init);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_once(&once, init);
    pthread_join(t, NULL);
    assert(count == 1);
    return 0;
}
