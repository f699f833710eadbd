// An array inside a structure that a function returns lives until the end of the full expression (C17 6.2.4p8).
// expect: TRUE
// states: 47
#include <assert.h>

struct triple {
    int a[3];
};

static struct triple make(int n) { return (struct triple){{n, n + 1, n + 2}}; }

static int sum(const int *p) { return p[0] + p[1] + p[2]; }

int main(void) {
    assert(make(1).a[2] == 3);
    assert(sum(make(2).a) == 9);
    return 0;
}
