// The order of pointers to different objects is not specified, but it is one order: asymmetric, transitive and always the same ([expr.rel]/4, [comparisons.general]/2; C17 6.5.8p5 leaves it open).
// expect: TRUE
// states: 207
#include <assert.h>

static int a, c;

static int less(const int *p, const int *q) { return p < q; }

int main(void) {
    int b;
    int ab = less(&a, &b), bc = less(&b, &c), ac = less(&a, &c);
    assert(less(&b, &a) == !ab);
    assert(less(&a, &b) == ab);
    if (ab && bc)
        assert(ac);
    if (!ab && !bc)
        assert(!ac);
    assert(!less(&a, &a));
    return 0;
}
