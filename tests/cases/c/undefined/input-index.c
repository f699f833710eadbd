// An index from outside into an array whose elements below the index were set.
// expect: TRUE
// states: 1131
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int a[4];
    unsigned char n = __VERIFIER_nondet_uchar();
    if (!(n >= 1 && n <= 4))
        abort();
    for (int i = 0; i < n; i++)
        a[i] = i;
    assert(a[n - 1] == n - 1);
    return 0;
}
