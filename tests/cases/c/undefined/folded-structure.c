// A member of a local structure overflows (C17 6.5p5).
// expect: overflow=FALSE
// states: 9
#include <limits.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair p = {.b = INT_MAX + 1};
    return p.a;
}
