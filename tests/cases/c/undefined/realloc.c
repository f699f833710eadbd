// After realloc only the new pointer is used; an element is kept as an index (C17 7.22.3.5p2).
// expect: TRUE
// states: 32
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    size_t last = 1;
    p = realloc(p, 4 * sizeof *p);
    assert(p[last] == 2);
    p = realloc(p, 4 * sizeof *p);
    assert(p[0] == 1);
    free(p);
    return 0;
}
