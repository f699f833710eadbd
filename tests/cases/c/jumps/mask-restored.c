// sigsetjmp saves the mask: after siglongjmp out of the handler the signal is not blocked, and is handled again (POSIX sigsetjmp).
// expect: TRUE
// states: 24
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
    if (sigsetjmp(env, 1) < 2)
        raise(SIGUSR1);
    assert(handled == 2);
    return 0;
}
