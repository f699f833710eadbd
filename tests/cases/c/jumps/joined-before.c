// A function starts a thread that reads its local, joins it, and is left by a jump (C17 6.2.4p2).
// expect: TRUE
// states: 25
#include <setjmp.h>
#include <threads.h>

static jmp_buf env;
static thrd_t t;

static int run(void *p) { return *(int *)p; }

static void start(void) {
    int local = 1;
    thrd_create(&t, run, &local);
    thrd_join(t, NULL);
    longjmp(env, 1);
}

int main(void) {
    if (setjmp(env) == 0)
        start();
    return 0;
}
