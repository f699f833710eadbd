// An inner setjmp takes the errors of an inner call, the outer one those of its handler (C17 7.13.2.1).
// expect: TRUE
// runs: all
// states: 23
#include <assert.h>
#include <setjmp.h>

static jmp_buf outer, inner;

static void fail(jmp_buf *where, int code) { longjmp(*where, code); }

int main(void) {
    volatile int steps = 0;
    switch (setjmp(outer)) {
    case 0:
        if (setjmp(inner) == 0)
            fail(&inner, 5);
        steps++;
        fail(&outer, 3);
    case 3:
        assert(steps == 1);
        return 0;
    }
    assert(0);
}
