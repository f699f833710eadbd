// longjmp with the value 0 is taken to make setjmp return 0 again, but it returns 1 (C17 7.13.2.1).
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int jumped;

int main(void) {
    switch (setjmp(env)) {
    case 0:
        if (jumped)
            break;
        jumped = 1;
        longjmp(env, 0);
    default:
        assert(0);
    }
    return 0;
}
