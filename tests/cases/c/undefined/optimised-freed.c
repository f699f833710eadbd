// Freed memory is written; an optimiser deletes the block and every access to it (C17 7.22.3p1, 6.2.4p2).
// expect: memory=FALSE
// options: --opt 2
// states: 8
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    *p = 1;
    return 0;
}
