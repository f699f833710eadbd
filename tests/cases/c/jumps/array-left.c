// The block with an array of variable length in which setjmp was called has been left: undefined (C17 7.13.2.1p2).
// expect: UNKNOWN
// expect[O1,O2]: TRUE
// states: 18
#include <setjmp.h>

static jmp_buf env;
static int rounds;

int main(void) {
    {
        int n = 2 + rounds;
        char array[n];
        array[0] = 0;
        if (setjmp(env) != 0)
            return array[0];
    }
    rounds++;
    longjmp(env, 1);
}
