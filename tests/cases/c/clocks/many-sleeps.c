// A loop that sleeps forever is followed while time has to move on 32 times; it moves by what was slept, at least.
// expect: TRUE
// states: 16037
#include <assert.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long last = now();
    for (;;) {
        usleep(1000);
        long long next = now();
        assert(next - last >= 1000000);
        last = next;
    }
}
