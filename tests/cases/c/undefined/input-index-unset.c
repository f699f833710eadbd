// An index from outside into an array; the element at the index was not set, or is behind the end (C17 6.5.6p8).
// expect: memory=FALSE
// states: 1122
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int seen;

int main(void) {
    int a[4];
    unsigned char n = __VERIFIER_nondet_uchar();
    if (!(n >= 1 && n <= 4))
        abort();
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (a[n] == n)
        seen = 1;
    return 0;
}
