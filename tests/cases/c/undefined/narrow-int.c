// The increment of an int at its limit is no narrow arithmetic: it overflows (C17 6.5.2.4p2, 6.5p5).
// expect: overflow=FALSE
// states: 8
#include <limits.h>

static int x = INT_MAX;

int main(void) {
    x++;
    return 0;
}
