// By the letter the time of day may be set while the program runs: it may go back (POSIX clock_settime).
// expect: assertion=FALSE
// options: --strict-standard --nondet-range 0..3
// states: 78
#include <assert.h>
#include <time.h>

int main(void) {
    time_t a = time(0), b = time(0);
    assert(difftime(b, a) >= 0);
    return 0;
}
