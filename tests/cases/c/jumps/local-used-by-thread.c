// A function starts a thread that reads its local and is left by a jump before the thread is joined: the life of the local
// ends while the thread uses it (C17 6.2.4p2).
// expect: data-race=FALSE memory=FALSE
// states: 31
#include <setjmp.h>
#include <threads.h>

static jmp_buf env;
static thrd_t t;

static int run(void *p) { return *(int *)p; }

static void start(void) {
    int local = 1;
    thrd_create(&t, run, &local);
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        start();
    thrd_join(t, NULL);
    return 0;
}
