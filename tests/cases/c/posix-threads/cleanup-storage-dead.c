// The argument of the handler points to a variable of a block that ended before the push (C17 6.2.4p2).
// expect: memory=FALSE
// states: 25
#include <assert.h>
#include <pthread.h>

static int called;

static void check(void *p) {
    called = *(int *)p;
    assert(called == 1);
}

static void leave(void) { pthread_exit(NULL); }

static void *run(void *p) {
    int *q;
    {
        int n = 1;
        q = &n;
    }
    pthread_cleanup_push(check, q);
    leave();
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(called == 1);
    return 0;
}
