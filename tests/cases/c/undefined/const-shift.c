// Shifts of constants by less than the width of the promoted type (C17 6.5.7p3).
// expect: TRUE
// states: 10
#include <assert.h>

static unsigned long long x = 0x8000000000000000ull;

int main(void) {
    assert(1u << 31 == 0x80000000u);
    assert(1ull << 63 == x);
    assert((unsigned char)1 << 8 == 256);
    assert((signed char)-1 >> 31 == -1);
    x >>= 63;
    assert(x == 1);
    return 0;
}
