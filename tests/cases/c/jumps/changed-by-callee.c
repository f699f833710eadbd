// A local is changed through a pointer, by the function that jumps: it is indeterminate all the same (C17 7.13.2.1p3).
// expect: memory=FALSE
// states: 10
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void fail(int *where) {
    *where = 7;
    longjmp(env, 1);
}

int main(void) {
    int n = 0;
    if (setjmp(env) == 0)
        fail(&n);
    if (n == 7)
        puts("changed");
    return 0;
}
