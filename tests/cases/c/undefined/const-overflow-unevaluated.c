// Overflows that are never evaluated: dead code, short circuits, operands of sizeof, a branch not taken (C17 6.5.13p4, 6.5.14p4, 6.5.15p4, 6.5.3.4p2).
// expect: overflow=TRUE
// states: 18
#include <assert.h>
#include <limits.h>

static int one = 1 || INT_MAX + 1;
static volatile int zero;
static int result;

int main(void) {
    if (0)
        result = INT_MAX + 1;
    if (zero)
        result = INT_MAX * 2;
    result = zero && INT_MAX + 1;
    result += 1 || -INT_MIN;
    result += zero ? 1 << 31 : 2;
    result += (int)sizeof(INT_MAX + 1) * 0;
    assert(one == 1);
    assert(result == 3);
    return 0;
}
