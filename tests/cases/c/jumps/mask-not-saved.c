// sigsetjmp does not save the mask: after siglongjmp the signal is still blocked, and not handled again (POSIX sigsetjmp).
// expect: assertion=FALSE
// states: 13
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf env;
static int handled;

static void handle(int number) {
    handled++;
    siglongjmp(env, handled);
}

int main(void) {
    signal(SIGUSR1, handle);
    if (sigsetjmp(env, 0) < 2)
        raise(SIGUSR1);
    assert(handled == 2);
    return 0;
}
