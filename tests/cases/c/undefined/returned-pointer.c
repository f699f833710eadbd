// A function returns the address of a static variable and that of its caller (C17 6.2.4p3 and p6).
// expect: TRUE
// states: 24
#include <assert.h>

static int *next(void) {
    static int x;
    x++;
    return &x;
}

static int *same(int *p) { return p; }

int main(void) {
    int y = 5;
    int *p = next(), *q = next();
    assert(p == q && *p == 2);
    assert(*same(&y) == 5);
    return 0;
}
