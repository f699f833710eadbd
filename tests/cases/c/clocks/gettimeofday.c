// Microseconds are less than a million, and the time of day does not go back while nobody sets it.
// expect: TRUE
// states: 66
#include <assert.h>
#include <sys/time.h>

int main(void) {
    struct timeval a, b;
    gettimeofday(&a, 0);
    gettimeofday(&b, 0);
    long long elapsed = (b.tv_sec - a.tv_sec) * 1000000LL + (b.tv_usec - a.tv_usec);
    assert(a.tv_usec >= 0 && a.tv_usec < 1000000);
    assert(elapsed >= 0);
    return 0;
}
