// Two threads set the same buffer without a lock: a race, and a thread may jump to where the other one called setjmp (C17 7.13.2.1p2).
// expect: memory=FALSE data-race=FALSE
// states: 167
#include <setjmp.h>
#include <threads.h>

static jmp_buf env;

static int run(void *p) {
    if (setjmp(env) == 0)
        longjmp(env, 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, run, NULL);
    thrd_create(&b, run, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
