// longjmp with the value 0, out of two nested calls: setjmp returns 1 (C17 7.13.2.1).
// expect: TRUE
// states: 17
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void inner(int value) { longjmp(env, value); }

static void outer(int value) { inner(value); }

int main(void) {
    switch (setjmp(env)) {
    case 0:
        outer(0);
        assert(0);
    case 1:
        outer(7);
        assert(0);
    case 7:
        break;
    default:
        assert(0);
    }
    return 0;
}
