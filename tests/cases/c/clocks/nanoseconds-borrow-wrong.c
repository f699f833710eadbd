// The nanoseconds alone go back when a second is full: the difference of tv_nsec may be negative.
// expect: assertion=FALSE
// states: 45
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    long long elapsed = b.tv_nsec - a.tv_nsec;
    assert(elapsed >= 0);
    return 0;
}
