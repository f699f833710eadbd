// A signal that a timer sends later may strike at any place: not modelled (POSIX alarm).
// expect: UNKNOWN
// states: 4
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
    signal(SIGALRM, handle);
    alarm(1);
    return seen;
}
