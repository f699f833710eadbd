// Elapsed time is printed and divided by: it is never less than nothing, and one is added.
// expect: TRUE
// states: 66
#include <stdio.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long start = now();
    long long elapsed = now() - start;
    printf("%lld ns, %lld per second\n", elapsed, 1000000000LL / (elapsed + 1));
    return 0;
}
