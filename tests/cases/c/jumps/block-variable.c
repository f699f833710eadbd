// A variable of a block that began since setjmp is changed; after the jump the block begins anew (C17 6.2.4p6).
// expect: TRUE
// states: 29
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int rounds;

int main(void) {
    setjmp(env);
    {
        int n = 5;
        n += rounds;
        if (rounds++ < 2)
            longjmp(env, 1);
        assert(n == 7);
    }
    return 0;
}
