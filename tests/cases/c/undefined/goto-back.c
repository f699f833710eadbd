// A goto to a place before a declaration in the same block does not end the variable: it lives from entry into the block until the block ends (C17 6.2.4p6).
// expect: TRUE
// states: 24
#include <assert.h>

int main(void) {
    int n = 0;
    int *p = 0;
again:
    if (n == 1)
        *p = 2; // x lives, as the block has not ended
    int x = 0;
    if (n++ == 0) {
        p = &x;
        goto again;
    }
    assert(x == 0 && *p == 0);
    return 0;
}
