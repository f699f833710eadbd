// The condition of ?: has no value, and its arms are constants that a compiler selects without a branch (C17 6.5.15p4).
// expect: memory=FALSE
// states: 7
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    int r = p[1] ? 1 : 0;
    free(p);
    return r * 0;
}
