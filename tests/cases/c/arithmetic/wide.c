// Arithmetic of 128 bits, and mixed signs.
// expect: TRUE
// states: 17
#include <assert.h>

static volatile unsigned long long n = 0xffffffffffffffffull;
static volatile int minus_seven = -7;

int main(void) {
    unsigned __int128 square = (unsigned __int128)n * n;
    assert((unsigned long long)square == 1);
    assert((unsigned long long)(square >> 64) == 0xfffffffffffffffeull);
    assert(minus_seven / 2 == -3 && minus_seven % 2 == -1);
    assert((unsigned)minus_seven > 7);
    return 0;
}
