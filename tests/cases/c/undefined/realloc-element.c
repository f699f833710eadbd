// A pointer to an element is written after realloc has made the block smaller (C17 7.22.3.5p2).
// expect: memory=FALSE
// states: 25
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    int *first = &p[0];
    *first = 1;
    p = realloc(p, 2 * sizeof *p);
    *first = 2;
    free(p);
    return 0;
}
