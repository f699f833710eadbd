// A number from outside, assumed to be less than 32, is the amount of a shift.
// expect: TRUE
// states: 838
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (!(n < 32))
        abort();
    assert(1u << n >> n == 1);
    return 0;
}
