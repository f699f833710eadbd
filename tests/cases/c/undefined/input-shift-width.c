// A number from outside, assumed to be at most 32, is the amount of a shift of 32 bits (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 932
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned result;

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (!(n <= 32))
        abort();
    result = 1u << n;
    return 0;
}
