// longjmp to a setjmp of another thread is undefined (C17 7.13.2.1).
// expect: memory=FALSE
// states: 10
#include <setjmp.h>
#include <threads.h>

static jmp_buf env;

static int run(void *p) { longjmp(env, 1); }

int main(void) {
    thrd_t t;
    if (setjmp(env) == 0) {
        thrd_create(&t, run, NULL);
        thrd_join(t, NULL);
    }
    return 0;
}
