// A signal that was unblocked is no longer in the mask (POSIX pthread_sigmask).
// expect: assertion=FALSE
// states: 12
#include <assert.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGTERM) == 1);
    return 0;
}
