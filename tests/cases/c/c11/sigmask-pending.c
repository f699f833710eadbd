// A signal raised while it is blocked stays pending; unblocking delivers it before the call returns (POSIX pthread_sigmask).
// expect: TRUE
// states: 25
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

int main(void) {
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    signal(SIGTERM, handle);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGTERM);
    assert(seen == 0);
    sigpending(&pending);
    assert(sigismember(&pending, SIGTERM) == 1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(seen == 1);
    return 0;
}
