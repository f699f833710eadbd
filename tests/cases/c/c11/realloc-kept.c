// realloc keeps the contents up to the lesser size, wherever the new object is (C17 7.22.3.5).
// expect: TRUE
// states: 28
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    a[1] = 2;
    a = realloc(a, 3 * sizeof *a);
    a[2] = 3;
    assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
    free(a);
    return 0;
}
