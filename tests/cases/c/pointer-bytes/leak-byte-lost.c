// The only pointer to a block has lost a byte: nothing leads to the block any more.
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

static int *p;

int main(void) {
    p = malloc(sizeof *p);
    ((unsigned char *)&p)[0] = 1;
    return 0;
}
