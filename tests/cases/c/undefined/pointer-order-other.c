// A program relies on the opposite order of two objects in memory: both orders are possible (C17 6.5.8p5, [expr.rel]/4).
// expect: assertion=FALSE
// states: 17
#include <assert.h>

static int less(const int *p, const int *q) { return p < q; }

int main(void) {
    int a = 1, b = 2;
    assert(less(&b, &a));
    return 0;
}
