// A number from outside with too many values to try them all.
// expect: UNKNOWN
// states: 27
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert((x & 1) == 0 || (x & 1) == 1);
    return 0;
}
