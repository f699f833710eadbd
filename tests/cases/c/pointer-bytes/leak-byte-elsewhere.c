// The bytes of the only pointer to a block lie in two variables: they still lead to it.
// expect: TRUE
// states: 11
#include <stdlib.h>

static int *p;
static unsigned char first;

int main(void) {
    p = malloc(sizeof *p);
    first = ((unsigned char *)&p)[0];
    ((unsigned char *)&p)[0] = 1;
    return 0;
}
