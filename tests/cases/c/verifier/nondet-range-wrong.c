// One value of the range fails.
// expect: assertion=FALSE
// states: 30
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 4);
    assert(x * x != 9);
    return 0;
}
