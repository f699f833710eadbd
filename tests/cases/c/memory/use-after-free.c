// Heap memory is read after it was freed.
// expect: memory=FALSE
// states: 10
#include <stdlib.h>

int main(void) {
    volatile int *p = malloc(sizeof *p);
    *p = 1;
    free((void *)p);
    return *p;
}
