// A divisor of which every bit is set by constants does not depend on the value that was never set in the other byte.
// expect: TRUE
// states: 14
#include <assert.h>

static int result;

int main(void) {
    unsigned char bytes[4];
    bytes[0] = 5;
    unsigned word = bytes[0];
    result = (int)(60 / (word & 7u));
    assert(result == 12);
    return 0;
}
