// A pointer to a local of a function that was left by a jump is used (C17 6.2.4p2).
// expect: memory=FALSE
// states: 8
#include <setjmp.h>

static jmp_buf env;
static int *last;

static void fail(void) {
    int local = 3;
    last = &local;
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        fail();
    return *last;
}
