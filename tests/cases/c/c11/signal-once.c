// Where only POSIX is asked for, signal of the GNU library takes the handler away when it runs: the second signal ends the process (C17 7.14.1.1p3 leaves it open).
// expect: TRUE
// states: 12
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t count;

static void handle(int number) { count++; }

int main(void) {
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    assert(count == 1);
    raise(SIGUSR1);
    assert(0);
    return 0;
}
