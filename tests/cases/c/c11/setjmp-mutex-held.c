// longjmp leaves a function with the mutex locked and nobody unlocks it: the next thread waits for ever (C17 7.13.2.1).
// expect: deadlock=FALSE
// states: 13
#include <setjmp.h>
#include <threads.h>

static jmp_buf env;
static mtx_t m;

static void fail(void) {
    mtx_lock(&m);
    longjmp(env, 1);
}

static int run(void *p) {
    mtx_lock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    if (setjmp(env) == 0)
        fail();
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    return 0;
}
