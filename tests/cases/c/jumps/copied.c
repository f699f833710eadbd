// A buffer is kept while it is set anew, and put back: both stand for places in the same call (C17 7.13).
// expect: TRUE
// states: 17
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf env;

int main(void) {
    jmp_buf kept;
    volatile int inner = 0;
    if (setjmp(env) == 0) {
        memcpy(&kept, &env, sizeof env);
        if (setjmp(env) == 0)
            longjmp(env, 1);
        inner = 1;
        memcpy(&env, &kept, sizeof env);
        longjmp(env, 1);
    }
    assert(inner == 1);
    return 0;
}
