// With SA_RESETHAND the disposition is SIG_DFL again once the handler has been entered (POSIX sigaction).
// expect: TRUE
// states: 23
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

int main(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    raise(SIGTERM);
    assert(seen);
    sigaction(SIGTERM, NULL, &old);
    assert(old.sa_handler == SIG_DFL);
    return 0;
}
