// A single bit of an address may be either for an object aligned to 16 bytes.
// expect: assertion=FALSE
// states: 33
#include <assert.h>
#include <stdint.h>

static char buffer[64];
static _Alignas(64) char line[64];

int main(void) {
    uintptr_t a = (uintptr_t)buffer;
    uintptr_t bit = a & 32;
    assert(bit == 0);
    assert(((a + 32) & 32) != bit);
    assert((a & 48) % 64 == a % 64);
    assert(((uintptr_t)line & 40) == 0);
    assert(((uintptr_t)(line + 8) & 40) == 8);
    return 0;
}
