// Numbers from outside, kept in a small range by assumptions.
// expect: TRUE
// states: 182
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 4);
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y >= -2 && y <= 2);
    assert(x + y >= -2 && x + y <= 5);
    return 0;
}
