// A handler that raise runs leaves it by a jump (POSIX: no function that is not async-signal-safe is interrupted).
// expect: TRUE
// states: 18
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf env;

static void handle(int number) { longjmp(env, number); }

int main(void) {
    signal(SIGUSR1, handle);
    int code = setjmp(env);
    if (code == 0) {
        raise(SIGUSR1);
        assert(0);
    }
    assert(code == SIGUSR1);
    return 0;
}
