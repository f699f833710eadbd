// Remainders for several divisors belong to one address.
// expect: TRUE
// states: 1325
#include <assert.h>
#include <stdint.h>

static int a;

int main(void) {
    uintptr_t at = (uintptr_t)&a;
    assert(at % 6 % 2 == 0 && at % 12 % 4 == 0);
    assert(at % 9 % 3 == at % 15 % 3);
    assert((at & 63) % 32 == at % 32);
    assert((at & 63) % 16 == 0);
}
