// A variable whose address was taken and that was never set is passed to a function that ignores it: an unspecified value that decides nothing (C17 6.3.2.1p2 does not apply; 3.19.2, 6.2.6.1p5).
// expect: TRUE
// states: 15
#include <assert.h>

static int *address;

static int second(int a, int b) {
    (void)a;
    return b;
}

int main(void) {
    int x;
    address = &x;
    assert(second(x, 2) == 2);
    address = 0;
    return 0;
}
