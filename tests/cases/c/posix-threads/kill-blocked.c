// A signal that a process with one thread sends itself while it is blocked stays pending, and its handler does not run (POSIX kill, 2.4.1).
// expect: TRUE
// states: 17
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
    return 0;
}
