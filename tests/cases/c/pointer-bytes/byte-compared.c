// Bytes of a pointer are compared with a number: the answer depends on where the object lies.
// expect: UNKNOWN
// states: 5
#include <assert.h>

static int x;

int main(void) {
    int *p = &x;
    assert(((unsigned char *)&p)[1] == 0);
    return 0;
}
