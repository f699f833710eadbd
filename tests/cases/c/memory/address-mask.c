// A single bit of an address: unknown for an object aligned to 16 bytes, but the same whenever it is asked for.
// expect: TRUE
// expect[O1,O2]: UNKNOWN
// states: 51
#include <assert.h>
#include <stdint.h>

static char buffer[64];
static _Alignas(64) char line[64];

int main(void) {
    uintptr_t a = (uintptr_t)buffer;
    uintptr_t bit = a & 32;
    assert(bit == 0 || bit == 32);
    assert(((a + 32) & 32) != bit);
    assert((a & 48) % 64 == a % 64);
    assert(((uintptr_t)line & 40) == 0);
    assert(((uintptr_t)(line + 8) & 40) == 8);
    return 0;
}
