// An assumption on bits of an input plus a constant.
// expect: assertion=FALSE
// states: 890
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 10);
    __VERIFIER_assume(x < 100);
    int y = x - 10;
    __VERIFIER_assume((y & (y - 1)) != 0);
    assert(x != 13);
}
