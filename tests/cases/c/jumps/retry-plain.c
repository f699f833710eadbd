// The counter of the attempts is not volatile: after the first jump it is indeterminate, and a branch depends on it (C17 7.13.2.1p3).
// expect: memory=FALSE
// states: 18
#include <setjmp.h>

static jmp_buf env;
static int calls;

static void operation(void) {
    calls++;
    longjmp(env, calls);
}

int main(void) {
    int tries = 0;
    int limit = 3;
    setjmp(env);
    if (calls > 4)
        return 0;
    if (tries++ < limit)
        operation();
    return 0;
}
