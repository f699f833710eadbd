// Signed addition overflows; the property is checked only if it is asked for.
// expect: overflow=FALSE
// states: 8
#include <limits.h>

static volatile int greatest = INT_MAX, result;

int main(void) {
    result = greatest + 1;
    return 0;
}
