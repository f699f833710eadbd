// Heap memory that nobody wrote decides a branch.
// expect: memory=FALSE
// states: 7
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile int *p = malloc(sizeof *p);
    if (*p)
        puts("not zero");
    free((void *)p);
    return 0;
}
