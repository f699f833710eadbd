// Floating-point numbers: exact sums, rounding, conversions.
// expect: TRUE
// states: 13
#include <assert.h>

static volatile double tenth = 0.1;
static volatile float third = 1.0f / 3;

int main(void) {
    assert(tenth * 10 == 1.0);
    assert(tenth + tenth + tenth > 0.3);
    assert(third * 3 == 1.0f);
    assert((double)third != 1.0 / 3);
    assert((int)-2.7 == -2 && (int)(tenth * 25) == 2);
    return 0;
}
