// A pointer to a static object of a function that was left by a jump is used (C17 6.2.4p3).
// expect: TRUE
// states: 12
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int *last;

static void fail(void) {
    static int local;
    local = 3;
    last = &local;
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        fail();
    assert(*last == 3);
    return 0;
}
