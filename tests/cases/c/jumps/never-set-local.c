// longjmp with a local buffer that was never written: undefined (C17 7.13.2.1p2).
// expect: memory=FALSE
// states: 3
#include <setjmp.h>

int main(void) {
    jmp_buf env;
    longjmp(env, 1);
}
