// A pointer into the middle of a block is freed.
// expect: memory=FALSE
// states: 6
#include <stdlib.h>

static char *volatile p;

int main(void) {
    p = malloc(4);
    free(p + 1);
    return 0;
}
