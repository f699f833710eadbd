// Two readings of the monotonic clock may be equal: its resolution is left open (POSIX clock_getres).
// expect: assertion=FALSE
// states: 36
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(a.tv_sec != b.tv_sec || a.tv_nsec != b.tv_nsec);
    return 0;
}
