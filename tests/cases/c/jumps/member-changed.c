// One member of a local structure is changed since setjmp, and read after the jump (C17 7.13.2.1p3).
// expect: memory=FALSE
// states: 8
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

int main(void) {
    struct { int changed, kept; } s = {1, 2};
    if (setjmp(env) == 0) {
        s.changed = 3;
        longjmp(env, 1);
    }
    if (s.changed == 3)
        puts("changed");
    return 0;
}
