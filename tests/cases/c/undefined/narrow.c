// Arithmetic on narrow types is done in int and converted back, which wraps and is implementation-defined, not undefined (C17 6.3.1.1p2, 6.3.1.3).
// expect: overflow=TRUE
// states: 26
#include <assert.h>
#include <limits.h>

static unsigned char byte = 255;
static signed char small = 127;
static short s = SHRT_MAX;
static unsigned short wide = 65535;
static struct {
    signed bits : 3;
} field = {3};

int main(void) {
    byte += 1;
    assert(byte == 0);
    byte--;
    assert(byte == 255);
    small++;
    assert(small == -128);
    s += 1;
    assert(s == SHRT_MIN);
    s = (short)70000;
    assert(s == 4464);
    field.bits++;
    assert(field.bits == -4);
    assert(1u * wide * wide == 4294836225u);
    return 0;
}
