// One member of a local structure is changed since setjmp, another one is read after the jump (C17 7.13.2.1p3).
// expect: TRUE
// states: 12
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    struct { int changed, kept; } s = {1, 2};
    if (setjmp(env) == 0) {
        s.changed = 3;
        longjmp(env, 1);
    }
    assert(s.kept == 2);
    return 0;
}
