// Without SA_RESETHAND an action remains installed until it is changed (POSIX sigaction).
// expect: assertion=FALSE
// states: 17
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

int main(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    raise(SIGTERM);
    assert(seen);
    sigaction(SIGTERM, NULL, &old);
    assert(old.sa_handler == SIG_DFL);
    return 0;
}
