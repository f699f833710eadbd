// clock_nanosleep until a time that is over sleeps not at all.
// expect: assertion=FALSE
// states: 42
#include <assert.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec -= 1;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0);
    struct timespec after;
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec >= until.tv_sec && after.tv_sec > 0);
    return 0;
}
