// Undefined operations that are never evaluated: dead code, short circuits, operands of sizeof, a branch not taken (C17 6.5.13p4, 6.5.14p4, 6.5.15p4, 6.5.3.4p2, 6.6 footnote on 2 || 1 / 0).
// expect: TRUE
// states: 20
#include <assert.h>

static int two = 2 || 1 / 0;
static volatile int zero;
static int result;

int never_called(void) { return 1 / 0; }

int main(void) {
    if (0)
        result = 1 / 0;
    if (zero)
        result = 1 % 0;
    result = 0 && 1 / 0;
    result += zero && 1 << -1;
    result += 1 || 1u << 32;
    result += 1 ? 2 : 1 / 0;
    result += (int)sizeof(1 / 0) * 0;
    while (zero)
        result = 1 << 40;
    assert(two == 1);
    assert(result == 3);
    return 0;
}
