// A truth value from outside is 0 or 1.
// expect: TRUE
// states: 54
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    int sum = a + b;
    assert(sum >= 0 && sum <= 2);
    assert((a ^ b) == (sum == 1));
    return 0;
}
