// A signal that a process sends itself while it is blocked strikes when it is unblocked (POSIX 2.4.1).
// expect: assertion=FALSE
// states: 15
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static void handle(int number) { assert(0); }

int main(void) {
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    kill(getpid(), SIGUSR1);
    sigset_t pending;
    sigpending(&pending);
    assert(sigismember(&pending, SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &set, 0);
    return 0;
}
