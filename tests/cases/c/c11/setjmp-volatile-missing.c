// After longjmp a local that is not volatile and was changed since setjmp has an indeterminate value (C17 7.13.2.1).
// expect: memory=FALSE
// states: 8
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

int main(void) {
    int n = 0;
    if (setjmp(env) == 0) {
        n = 1;
        longjmp(env, 1);
    }
    if (n == 1)
        puts("changed");
    return 0;
}
