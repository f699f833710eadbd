// One setjmp, to which a loop jumps back: the volatile counter reaches 3 (C17 7.13.2.1).
// expect: assertion=FALSE
// states: 18
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    volatile int count = 0;
    setjmp(env);
    assert(count < 3);
    count++;
    longjmp(env, 1);
}
