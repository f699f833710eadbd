// An assumption leaves five numbers, one too many.
// expect: memory=FALSE
// states: 74
#include <stdio.h>

extern void __VERIFIER_assume(int);

int main(void) {
    int n, table[4] = {0, 1, 2, 3};
    if (scanf("%d", &n) != 1) return 1;
    __VERIFIER_assume(n >= 0 && n < 5);
    return table[n];
}
