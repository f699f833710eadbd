// free of a null pointer does nothing, free of memory from calloc and aligned_alloc gives it back (C17 7.22.3.3p2).
// expect: TRUE
// states: 18
#include <stdlib.h>

int main(void) {
    int *p = NULL;
    free(p);
    p = calloc(2, sizeof *p);
    free(p);
    p = aligned_alloc(16, 32);
    free(p);
    return 0;
}
