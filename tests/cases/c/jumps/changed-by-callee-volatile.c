// A volatile local is changed through a pointer to volatile, by the function that jumps: it has its last value (C17 7.13.2.1p3).
// expect: TRUE
// states: 14
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fail(volatile int *where) {
    *where = 7;
    longjmp(env, 1);
}

int main(void) {
    volatile int n = 0;
    if (setjmp(env) == 0)
        fail(&n);
    assert(n == 7);
    return 0;
}
