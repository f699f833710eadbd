// Indices within an array, also negative ones from its end, and one past the end without an access (C17 6.5.6p8).
// expect: TRUE
// states: 20
#include <assert.h>
#include <stddef.h>

static int a[4] = {1, 2, 3, 4};

int main(void) {
    int *end = a + 4;
    ptrdiff_t i = -4;
    assert(end[i] == 1);
    assert(*(end - 1) == 4);
    size_t k = 3;
    assert(a[k] == 4 && end - a == 4);
    return 0;
}
