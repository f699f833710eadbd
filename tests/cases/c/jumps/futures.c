// What is behind setjmp uses a global that the code in front of the jump does not name: the other thread's accesses matter.
// expect: assertion=FALSE
// states: 45
#include <assert.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <threads.h>

static _Thread_local jmp_buf env;
static atomic_int go, value;

static void wait_and_jump(void) {
    if (go)
        longjmp(env, 1);
}

static int run(void *p) {
    if (setjmp(env) == 0)
        wait_and_jump();
    else
        assert(value == 0);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    go = 1;
    value = 1;
    thrd_join(t, NULL);
    return 0;
}
