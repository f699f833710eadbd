// Two threads have a buffer each, in thread-local storage, and take their errors with it (C17 7.13.2.1).
// expect: TRUE
// runs: all
// states: 282
#include <assert.h>
#include <setjmp.h>
#include <threads.h>

static _Thread_local jmp_buf env;
static mtx_t lock;
static int errors;

static void fail(void) { longjmp(env, 1); }

static int run(void *p) {
    if (setjmp(env) == 0)
        fail();
    mtx_lock(&lock);
    errors++;
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, run, NULL);
    thrd_create(&b, run, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(errors == 2);
    mtx_destroy(&lock);
    return 0;
}
