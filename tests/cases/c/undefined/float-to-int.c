// Conversions of floating-point numbers whose integral part is representable, and to _Bool, which has no range (C17 6.3.1.4p1, 6.3.1.2).
// expect: TRUE
// states: 14
#include <assert.h>
#include <math.h>
#include <stdbool.h>

static volatile double d = 2147483647.5, e = -0.5, huge = 1e30;

int main(void) {
    assert((int)d == 2147483647);
    assert((int)-2147483648.5 == -2147483647 - 1);
    assert((unsigned)e == 0);
    assert((unsigned char)255.9 == 255);
    assert((bool)huge && (bool)(double)NAN);
    unsigned char c = 100;
    c *= 2.5;
    assert(c == 250);
    return 0;
}
