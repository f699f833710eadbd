// The handler of SIGABRT does not return: abort does not end the program, and atexit's function runs (C17 7.22.4.1).
// expect: assertion=FALSE
// states: 12
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf env;

static void never(void) { assert(0); }

static void handle(int number) {
    signal(SIGABRT, SIG_DFL);
    longjmp(env, 1);
}

int main(void) {
    atexit(never);
    signal(SIGABRT, handle);
    if (setjmp(env) == 0)
        abort();
    return 0;
}
