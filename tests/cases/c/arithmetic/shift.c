// Shifts by less than the width are fine, also of negative numbers to the right.
// expect: TRUE
// states: 10
#include <assert.h>

static volatile int n = 31, minus_eight = -8;

int main(void) {
    assert(1u << n == 0x80000000u);
    assert(0x80000000u >> n == 1);
    assert(1ull << (n + 32) == 0x8000000000000000ull);
    assert(minus_eight >> 1 == -4);
    return 0;
}
