// What is behind setjmp uses a global that the code in front of the jump does not name: it is set before the other thread may jump.
// expect: TRUE
// states: 41
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
        assert(value == 1);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    value = 1;
    go = 1;
    thrd_join(t, NULL);
    return 0;
}
