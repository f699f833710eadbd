// The difference of two readings, seconds included, is not negative.
// expect: TRUE
// states: 58
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    long long elapsed = b.tv_nsec - a.tv_nsec + (b.tv_sec - a.tv_sec) * 1000000000LL;
    assert(elapsed >= 0);
    return 0;
}
