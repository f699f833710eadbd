// Locals of the caller of the function that called setjmp are not concerned: they have their last values (C17 7.13.2.1p3).
// expect: TRUE
// runs: all
// states: 22
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fail(int *where) {
    *where = 7;
    longjmp(env, 1);
}

static int attempt(int *where) {
    if (setjmp(env) == 0)
        fail(where);
    return *where;
}

int main(void) {
    int n = 0;
    int result = attempt(&n);
    assert(result == 7 && n == 7);
    return 0;
}
