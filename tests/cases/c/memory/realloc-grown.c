// The memory that realloc adds has no value, in place or not, and a branch reads it (C17 7.22.3.5p2).
// expect: memory=FALSE
// states: 26
#include <stdint.h>
#include <stdlib.h>

static int seen;

int main(void) {
    int *a = calloc(2, sizeof *a);
    uintptr_t before = (uintptr_t)a;
    a = realloc(a, 4 * sizeof *a);
    if ((uintptr_t)a == before && a[3] == 0)
        seen = 1;
    free(a);
    return 0;
}
