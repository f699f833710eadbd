// The time between two readings of the monotonic clock is not negative (POSIX clock_gettime).
// expect: TRUE
// states: 58
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    long long elapsed = (b.tv_sec - a.tv_sec) * 1000000000LL + (b.tv_nsec - a.tv_nsec);
    assert(elapsed >= 0);
    return 0;
}
