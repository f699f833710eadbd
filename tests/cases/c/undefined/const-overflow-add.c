// The greatest number plus one, both constants (C17 6.5p5).
// expect: overflow=FALSE
// states: 7
#include <limits.h>

static int result;

int main(void) {
    result = INT_MAX + 1;
    return 0;
}
