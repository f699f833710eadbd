// Extended precision: sums that double precision would round, conversions, comparison.
// expect: TRUE
// states: 29
#include <assert.h>

int main(void) {
    volatile long double big = 9007199254740992.0L, one = 1.0L;
    assert(big + one != big);
    assert((long long)(big + one) == 9007199254740993LL);
    assert((double)(big + one) == 9007199254740992.0);
    volatile long double third = one / 3.0L;
    assert(third * 3.0L <= one && third > 0.333L && -third < 0.0L);
    assert((unsigned)(third * 10.0L) == 3u && (int)-(third * 10.0L) == -3);
    volatile int n = -7;
    assert((long double)n + 0.5L == -6.5L);
    return 0;
}
