// fmax of zeros of both signs gives either of them (C17 7.12.12.2, footnote 260).
// expect: assertion=FALSE
// states: 11
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double zero = 0;
    assert(!signbit(fmax(zero, -zero))); // it may be the negative one
}
