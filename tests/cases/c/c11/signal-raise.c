// raise returns zero, after the handler has returned (C17 7.14.2.1).
// expect: TRUE
// states: 14
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
    assert(signal(SIGTERM, handle) != SIG_ERR);
    assert(raise(SIGTERM) == 0);
    assert(seen == SIGTERM);
    return 0;
}
