// A signal that a timer sends again and again may strike at any place: not modelled (POSIX setitimer).
// expect: UNKNOWN
// states: 5
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
    struct itimerval every = {{1, 0}, {1, 0}};
    signal(SIGALRM, handle);
    setitimer(ITIMER_REAL, &every, 0);
    return seen;
}
