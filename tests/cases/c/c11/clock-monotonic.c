// The monotonic clock does not go back, and its nanoseconds are less than a second (POSIX clock_gettime, <time.h>).
// expect: TRUE
// states: 50
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &b) == 0);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    return 0;
}
