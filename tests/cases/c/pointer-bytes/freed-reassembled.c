// A pointer is put together from its bytes after its block was freed, and used.
// expect: memory=FALSE
// states: 128
#include <stdlib.h>

static unsigned char bytes[1 + sizeof(int *)];

int main(void) {
    int *p = malloc(sizeof *p), *q;
    *p = 7;
    for (unsigned i = 0; i < sizeof p; i++)
        bytes[i + 1] = ((unsigned char *)&p)[i];
    free(p);
    for (unsigned i = 0; i < sizeof q; i++)
        ((unsigned char *)&q)[i] = bytes[i + 1];
    return *q - 7;
}
