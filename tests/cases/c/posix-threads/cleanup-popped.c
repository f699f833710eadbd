// A handler that was popped without execution does not run when the thread returns (POSIX pthread_cleanup_pop).
// expect: TRUE
// states: 27
#include <assert.h>
#include <pthread.h>

static int called;

static void note(void *p) { called++; }

static void *run(void *p) {
    pthread_cleanup_push(note, NULL);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &called);
    pthread_join(t, NULL);
    assert(called == 0);
    return 0;
}
