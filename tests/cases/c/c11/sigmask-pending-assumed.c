// The handler of a signal that is blocked does not run before raise returns (POSIX pthread_sigmask).
// expect: assertion=FALSE
// states: 10
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    signal(SIGTERM, handle);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGTERM);
    assert(seen == 1);
    return 0;
}
