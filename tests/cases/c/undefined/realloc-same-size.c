// The old pointer is read after realloc to the same size: realloc deallocates the old object, whether it moves or not (C17 7.22.3.5p2).
// expect: memory=FALSE
// states: 24
#include <stdlib.h>

static int seen;

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int *q = realloc(p, sizeof *p);
    seen = *p;
    free(q);
    return 0;
}
