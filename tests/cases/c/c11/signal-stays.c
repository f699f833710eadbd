// Without such a request signal of the GNU library leaves the handler in place: the program goes on after the second signal (C17 7.14.1.1p3 leaves it open).
// expect: assertion=FALSE
// states: 17
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
