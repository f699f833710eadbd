// Heap memory is freed twice.
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

static int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    free(p);
    free(p);
    return 0;
}
