// sigprocmask gives back what was set (POSIX pthread_sigmask).
// expect: TRUE
// states: 29
#include <assert.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
    sigset_t none, set, now;
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_SETMASK, &none, NULL);
    assert(sigprocmask(SIG_BLOCK, &set, &now) == 0);
    assert(sigismember(&now, SIGTERM) == 0);
    assert(sigprocmask(SIG_BLOCK, NULL, &now) == 0);
    assert(sigismember(&now, SIGTERM) == 1 && sigismember(&now, SIGINT) == 0);
    sigprocmask(SIG_UNBLOCK, &set, &now);
    assert(sigismember(&now, SIGTERM) == 1);
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGTERM) == 0);
    return 0;
}
