// Bytes of a pointer are changed by a computation and back again: not followed.
// expect: UNKNOWN
// states: 10
#include <assert.h>

static int x = 7;

int main(void) {
    int *p = &x;
    unsigned char *bytes = (unsigned char *)&p;
    for (unsigned i = 0; i < sizeof p; i++)
        bytes[i] ^= 0x55;
    for (unsigned i = 0; i < sizeof p; i++)
        bytes[i] ^= 0x55;
    assert(*p == 7);
    return 0;
}
