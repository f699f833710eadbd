// Elapsed time is short, long or in between; each case is handled.
// expect: TRUE
// states: 77
#include <assert.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long start = now(), elapsed = now() - start;
    int handled = 0;
    if (elapsed > 1000000000LL) handled = 1;
    else if (elapsed > 100000000LL) handled = 2;
    else handled = 3;
    assert(handled);
    return 0;
}
