// setjmp is called again and again, and each round ends by a jump: finitely many states (C17 7.13).
// expect: TRUE
// runs: all
// states: 5
#include <setjmp.h>

static jmp_buf env;

static void fail(void) { longjmp(env, 1); }

int main(void) {
    for (;;)
        if (setjmp(env) == 0)
            fail();
}
