// The condition of ?: has a value, its neighbour none (C17 6.5.15p4).
// expect: TRUE
// states: 18
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[1] = 0;
    int r = p[1] ? 1 : 0;
    free(p);
    return r;
}
