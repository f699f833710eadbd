// Elapsed time may be in between: more than 100 ms, not more than one second.
// expect: assertion=FALSE
// states: 72
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
    else if (elapsed > 100000000LL) handled = 0;
    else handled = 3;
    assert(handled);
    return 0;
}
