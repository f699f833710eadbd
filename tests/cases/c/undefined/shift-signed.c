// Left shifts of signed numbers whose result is representable, and of unsigned numbers (C17 6.5.7p4).
// expect: overflow=TRUE
// states: 15
#include <assert.h>

static int one = 1, thirty = 30, zero;

int main(void) {
    int x = one << thirty;
    assert(x == 1073741824);
    assert(3 << 29 == 1610612736);
    assert(1L << 31 == 2147483648L);
    assert((unsigned)-1 << 1 == 0xfffffffeu);
    assert(zero << 31 == 0);
    x >>= 30;
    assert(x == 1);
    return 0;
}
