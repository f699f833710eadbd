// One byte of a pointer is set to a number and then to what it was before.
// expect: TRUE
// states: 21
#include <assert.h>

static int x = 7;

int main(void) {
    int *p = &x;
    unsigned char *bytes = (unsigned char *)&p, saved = bytes[1];
    bytes[1] = 0x5a;
    bytes[1] = saved;
    assert(*p == 7);
    return 0;
}
