// After longjmp a volatile local has its last value, a local that was not changed and a static object too (C17 7.13.2.1).
// expect: TRUE
// states: 17
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int s;

int main(void) {
    volatile int n = 0;
    int same = 4;
    if (setjmp(env) == 0) {
        n = 1;
        s = 2;
        longjmp(env, 1);
    }
    assert(n == 1 && s == 2 && same == 4);
    return 0;
}
