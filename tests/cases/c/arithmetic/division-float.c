// A floating-point division by zero is defined: it gives an infinity or no number.
// expect: TRUE
// states: 21
#include <assert.h>
#include <math.h>

static volatile double zero = 0.0, one = 1.0;

int main(void) {
    double infinite = one / zero, none = zero / zero;
    assert(infinite > 1e308 && isinf(infinite));
    assert(none != none && isnan(none));
    assert(-one / zero < 0);
    return 0;
}
