// A loop that works until a deadline may end before its second round.
// expect: assertion=FALSE
// states: 334
#include <assert.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long deadline = now() + 100000000LL, seen = 0;
    int rounds = 0;
    while ((seen = now()) < deadline)
        if (rounds < 3) rounds++;
    assert(rounds > 1);
    return 0;
}
