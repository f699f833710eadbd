// calloc sets all bits to zero (C17 7.22.3.2).
// expect: TRUE
// states: 16
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = calloc(2, sizeof *a), found = 0;
    if (a[1] != 0)
        found = 1;
    free(a);
    assert(!found);
    return 0;
}
