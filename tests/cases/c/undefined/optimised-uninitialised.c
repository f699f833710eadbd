// An initialised local variable decides a branch of a thread (optimised); twin of the uninitialised one.
// expect: TRUE
// options: --opt 2
// states: 29
#include <assert.h>
#include <pthread.h>

static int done;

static void *run(void *p) {
    int x = 1;
    if (x)
        done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(done == 1);
    return 0;
}
