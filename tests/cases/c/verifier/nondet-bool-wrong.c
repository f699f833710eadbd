// Two truth values from outside need not be equal.
// expect: assertion=FALSE
// states: 26
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    assert(a == b);
    return 0;
}
