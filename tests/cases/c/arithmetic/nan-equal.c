// A NaN differs from itself.
// expect: assertion=FALSE
// states: 8
#include <assert.h>

int main(void) {
    volatile double zero = 0;
    double none = zero / zero;
    assert(none == none);
}
