// A local that was changed since setjmp is assigned before it is read again (C17 7.13.2.1p3).
// expect: TRUE
// runs: all
// states: 13
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    int n = 0;
    if (setjmp(env) == 0) {
        n = 1;
        longjmp(env, 1);
    }
    n = 2;
    assert(n == 2);
    return 0;
}
