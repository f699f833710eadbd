// fmin of zeros of both signs gives either of them (C17 7.12.12.3, footnote 261).
// expect: assertion=FALSE
// states: 11
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double zero = 0;
    assert(signbit(fmin(zero, -zero))); // it may be the positive one
}
