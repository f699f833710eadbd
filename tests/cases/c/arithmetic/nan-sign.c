// The sign of a NaN that is computed is left open (IEEE 754-2008 6.3): the one of this processor is an assumption that is said.
// expect: TRUE
// states: 15
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double zero = 0;
    double none = zero / zero;
    assert(isnan(none) && !signbit(fabs(none)) && signbit(copysign(none, -1)));
    assert(signbit(none) == signbit(none));
}
