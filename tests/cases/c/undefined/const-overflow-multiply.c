// A product of constants overflows and is passed to a function (C17 6.5p5).
// expect: overflow=FALSE
// states: 10
#include <limits.h>

static int result;

static void take(int x) { result = x; }

int main(void) {
    take(INT_MAX * 2);
    return 0;
}
