// A divisor from outside, assumed to be between 0 and 3: it may be zero (C17 6.5.5p5).
// expect: arithmetic=FALSE
// states: 35
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int result;

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (!(d >= 0 && d <= 3))
        abort();
    result = 6 / d;
    return 0;
}
