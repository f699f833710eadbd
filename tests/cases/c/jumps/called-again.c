// The function that called setjmp has returned and is called again, by the same caller: another activation (C17 7.13.2.1p2).
// expect: memory=FALSE
// states: 9
#include <setjmp.h>

static jmp_buf env;

static void visit(int first) {
    if (first) {
        if (setjmp(env) != 0)
            return;
    } else {
        longjmp(env, 1);
    }
}

int main(void) {
    visit(1);
    visit(0);
    return 0;
}
