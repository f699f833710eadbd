// An array of variable length lives until execution leaves the scope of its declaration (C17 6.2.4p7).
// expect: TRUE
// states: 131
#include <assert.h>

static volatile int n = 3;

int main(void) {
    int last = 0;
    for (int i = 1; i <= n; i++) {
        int a[i];
        for (int k = 0; k < i; k++)
            a[k] = k;
        int *p = &a[i - 1];
        last += *p;
    }
    assert(last == 3);
    return 0;
}
