// Arithmetic of constants up to the limits of their types, and with wider or unsigned operands, does not overflow (C17 6.5p5, 6.2.5p9, 6.3.1.8).
// expect: overflow=TRUE
// states: 11
#include <assert.h>
#include <limits.h>

static int result = INT_MAX - 1 + 1;

int main(void) {
    assert(result == INT_MAX);
    result = -INT_MAX - 1;
    assert(result == INT_MIN);
    result = INT_MAX / 2 * 2;
    assert(result == INT_MAX - 1);
    assert(INT_MAX + 1u == 0x80000000u);
    assert(INT_MAX + 1L == 2147483648L);
    assert(-(long)INT_MIN == 2147483648L);
    assert(-(unsigned)INT_MIN == 0x80000000u);
    return 0;
}
