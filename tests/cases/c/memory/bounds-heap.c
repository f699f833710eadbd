// A write one past the end of a heap block.
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

int main(void) {
    volatile int i = 3;
    volatile int *a = malloc(3 * sizeof *a);
    a[i] = 1;
    free((void *)a);
    return 0;
}
