// A sleep may take longer than was asked for (POSIX sleep).
// expect: assertion=FALSE
// states: 48
#include <assert.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(void) {
    long long start = now();
    sleep(2);
    long long elapsed = now() - start;
    assert(elapsed == 2000000000LL);
    return 0;
}
