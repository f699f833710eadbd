// A divisor from outside, assumed to be 1, 2 or 3.
// expect: TRUE
// states: 24
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (!(d >= 1 && d <= 3))
        abort();
    assert(6 / d * d == 6);
    return 0;
}
