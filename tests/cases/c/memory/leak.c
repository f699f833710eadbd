// The last pointer to a heap block is overwritten.
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

static int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    p = NULL;
    return 0;
}
