// The least number is negated, a constant, and returned (C17 6.5p5).
// expect: overflow=FALSE
// states: 7
#include <limits.h>

static int result;

static int negated(void) { return -INT_MIN; }

int main(void) {
    result = negated();
    return 0;
}
