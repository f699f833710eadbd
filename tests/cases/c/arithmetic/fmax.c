// fmax and fmin: what is determined. Of zeros with the same sign it is that zero, of a number and a NaN the number.
// expect: TRUE
// states: 36
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double zero = 0, one = 1, none = NAN;
    volatile float half = 0.5f;
    assert(fmax(zero, -zero) == 0 && fmin(-zero, zero) == 0);
    assert(!signbit(fmax(zero, zero)) && signbit(fmin(-zero, -zero)));
    assert(fmax(zero, one) == 1 && fmin(one, -one) == -1);
    assert(fmax(none, one) == 1 && fmin(-zero, none) == 0 && isnan(fmax(none, none)));
    assert(fmaxf(half, -half) == half && fminl(one, zero) == 0);
}
