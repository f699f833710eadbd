// A pointer to a variable of a block that a jump has left is used (C17 6.2.4p2).
// expect: memory=FALSE
// states: 8
#include <setjmp.h>

static jmp_buf env;
static int *last;

int main(void) {
    if (setjmp(env) == 0) {
        int n = 5;
        last = &n;
        longjmp(env, 1);
    }
    return *last;
}
