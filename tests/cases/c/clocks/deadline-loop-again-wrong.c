// A loop that works until a deadline may still be working in its second round.
// expect: assertion=FALSE
// states: 266
#include <assert.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long deadline = now() + 100000000LL;
    int rounds = 0;
    while (now() < deadline)
        if (rounds < 3) rounds++;
    assert(rounds < 3);
    return 0;
}
