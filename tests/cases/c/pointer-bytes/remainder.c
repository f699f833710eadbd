// What an address leaves when divided is not known, but it does not change.
// expect: TRUE
// states: 94
#include <assert.h>
#include <stdint.h>

static int a[4];

int main(void) {
    unsigned first = (uintptr_t)a % 7, again = (uintptr_t)a % 7;
    assert(first < 7 && first == again);
    assert((uintptr_t)(a + 1) % 7 == (first + 4) % 7);
    assert((uintptr_t)(a + 4) % 7 == (first + 16) % 7);
}
