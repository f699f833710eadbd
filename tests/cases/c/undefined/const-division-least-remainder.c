// The least number modulo -1, both constants: undefined, as the quotient is not representable (C17 6.5.5p6).
// expect: arithmetic=FALSE
// states: 3
#include <limits.h>

static int result;

int main(void) {
    int r = INT_MIN % -1;
    result = r;
    return 0;
}
