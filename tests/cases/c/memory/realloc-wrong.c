// The old pointer is used after realloc.
// expect: memory=FALSE
// states: 23
#include <stdlib.h>

int main(void) {
    int *volatile a = malloc(sizeof *a);
    int *volatile old = a;
    a = realloc(a, 1000 * sizeof *a);
    *(volatile int *)old = 1;
    free(a);
    return 0;
}
