// Unsigned arithmetic wraps, conversions cut off, small types are promoted: nothing overflows.
// expect: TRUE
// states: 18
#include <assert.h>
#include <limits.h>

static volatile unsigned greatest = UINT_MAX;
static volatile unsigned char byte = 200;
static volatile signed char small = -100;

int main(void) {
    assert(greatest + 1 == 0);
    assert(0 - greatest == 1);
    assert(greatest * greatest == 1);
    assert(byte + byte == 400);
    assert((unsigned char)(byte + byte) == 144);
    assert(small + small == -200);
    assert((signed char)(small + small) == 56);
    assert((int)(long long)0x100000005ll == 5);
    return 0;
}
