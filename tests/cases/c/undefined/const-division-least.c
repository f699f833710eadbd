// The least number divided by -1, both constants, is passed to a function: the quotient is not representable (C17 6.5.5p6).
// expect: arithmetic=FALSE
// states: 3
#include <limits.h>

static int result;

static void take(int x) { result = x; }

int main(void) {
    take(INT_MIN / -1);
    return 0;
}
