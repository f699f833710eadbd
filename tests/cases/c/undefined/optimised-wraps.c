// A test for overflow by overflow; an optimiser may take it as always true (C17 6.5p5).
// expect: overflow=FALSE
// options: --opt 2
// states: 11
#include <limits.h>

static volatile int start = INT_MAX;
static int seen;

int main(void) {
    int x = start;
    if (x + 1 > x)
        seen = 1;
    return 0;
}
