// A function of atexit jumps within itself (C17 7.22.4.4p2).
// expect: TRUE
// states: 10
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void at_end(void) {
    if (setjmp(env) == 0)
        longjmp(env, 1);
}

int main(void) {
    atexit(at_end);
    return 0;
}
