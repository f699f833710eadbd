// A function of atexit leaves exit by a jump: undefined (C17 7.22.4.4p2).
// expect: memory=FALSE
// states: 6
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void at_end(void) { longjmp(env, 1); }

int main(void) {
    atexit(at_end);
    if (setjmp(env) == 0)
        exit(0);
    return 0;
}
