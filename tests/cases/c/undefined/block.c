// A pointer to a variable of the outer block is used after the inner block has ended: the variable lives until its own block ends (C17 6.2.4p6).
// expect: TRUE
// states: 17
#include <assert.h>

int main(void) {
    int x = 0;
    int *p;
    {
        x = 1;
        p = &x;
    }
    *p += 1;
    assert(*p == 2 && x == 2);
    return 0;
}
