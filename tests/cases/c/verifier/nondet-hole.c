// An assumption with a hole: the value in the middle passes and violates the assertion.
// expect: assertion=FALSE
// states: 540
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void){
    int x=__VERIFIER_nondet_int();
    __VERIFIER_assume(x>9 && x<100 && x!=10);
    assert(x!=50);
    return 0;
}
