// An assumption on a number instead of a condition: all values but one pass.
// expect: assertion=FALSE
// states: 570
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 4);
    __VERIFIER_assume(x < 100);
    __VERIFIER_assume(x - 5);
    assert(x != 50);
    return 0;
}
