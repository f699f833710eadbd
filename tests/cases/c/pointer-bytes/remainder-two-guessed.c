// Remainders for divisors without a common one are independent of each other.
// expect: assertion=FALSE
// states: 37
#include <assert.h>
#include <stdint.h>

static int a;

int main(void) {
    uintptr_t at = (uintptr_t)&a;
    assert(at % 3 != 2 || at % 5 != 4);
}
