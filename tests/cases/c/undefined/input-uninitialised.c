// A variable is set for one of two inputs, and read for the same one.
// expect: TRUE
// states: 18
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool c = __VERIFIER_nondet_bool();
    int x;
    if (c)
        x = 1;
    if (c)
        assert(x == 1);
    return 0;
}
