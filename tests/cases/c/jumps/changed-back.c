// A local is changed and changed back between setjmp and longjmp: it was changed, so it is indeterminate (C17 7.13.2.1p3).
// expect: memory=FALSE
// states: 9
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

int main(void) {
    int n = 0;
    if (setjmp(env) == 0) {
        n = 1;
        n = 0;
        longjmp(env, 1);
    }
    if (n == 0)
        puts("as before");
    return 0;
}
