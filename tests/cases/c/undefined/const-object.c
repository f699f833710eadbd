// A pointer to const points to an object that was not defined const: it may be modified after a cast (C17 6.7.3p6).
// expect: TRUE
// states: 18
#include <assert.h>

static int x = 1;

static void set(const int *p) { *(int *)p = 2; }

int main(void) {
    int y = 1;
    set(&x);
    set(&y);
    assert(x == 2 && y == 2);
    return 0;
}
