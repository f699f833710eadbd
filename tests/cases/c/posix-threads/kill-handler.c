// A process with one thread sends itself a signal: the handler has run when kill returns (POSIX kill).
// expect: TRUE
// states: 15
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
    signal(SIGUSR1, handle);
    assert(kill(getpid(), 0) == 0);
    assert(seen == 0);
    assert(kill(getpid(), SIGUSR1) == 0);
    assert(seen == SIGUSR1);
    return 0;
}
