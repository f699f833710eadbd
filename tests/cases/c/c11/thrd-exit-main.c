// main ends by thrd_exit: the program ends, as if by exit, after the last thread has ended (C17 7.26.5.5).
// expect: TRUE
// states: 40
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
    thrd_exit(0);
}
