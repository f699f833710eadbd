// A signal that is ignored runs no handler (C17 7.14.1.1).
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
    signal(SIGTERM, handle);
    signal(SIGTERM, SIG_IGN);
    assert(raise(SIGTERM) == 0);
    assert(seen == SIGTERM);
    return 0;
}
