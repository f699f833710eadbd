// One setjmp, to which a loop without end jumps back: finitely many states; the volatile flag stays 0 or 1 (C17 7.13.2.1).
// expect: TRUE
// states: 13
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    volatile int flag = 0;
    setjmp(env);
    assert(flag == 0 || flag == 1);
    flag = !flag;
    longjmp(env, 1);
}
