// An operation is tried three times; the counter is volatile, the limit is not changed (C17 7.13.2.1).
// expect: TRUE
// runs: all
// states: 37
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int calls;

static void operation(void) {
    calls++;
    longjmp(env, calls);
}

int main(void) {
    volatile int tries = 0;
    int limit = 3;
    setjmp(env);
    if (tries++ < limit)
        operation();
    assert(calls == 3 && tries == 4);
    return 0;
}
