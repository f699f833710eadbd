// A loop without effects counts a signed variable until it overflows; an optimiser may delete the loop (C17 6.5p5).
// expect: overflow=FALSE
// options: --opt 2
// states: 19
#include <limits.h>

static volatile int start = INT_MAX - 2;

int main(void) {
    int i = start;
    while (i > 0)
        i++;
    return 0;
}
