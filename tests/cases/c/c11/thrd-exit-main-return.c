// main returns: exit is called at once and does not wait for the other thread (C17 5.1.2.2.3, 7.22.4.4).
// expect: assertion=FALSE
// states: 53
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static atomic_int x;

static void check(void) { assert(x == 1); }

static int run(void *p) {
    x = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    atexit(check);
    thrd_create(&t, run, NULL);
    thrd_detach(t);
    return 0;
}
