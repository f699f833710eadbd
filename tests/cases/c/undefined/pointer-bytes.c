// The bytes of a pointer are copied one by one: the copy is the same pointer (C17 6.2.6.1p4).
// expect: TRUE
// states: 77
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q;
    *p = 7;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    assert(q == p);
    assert(*q == 7);
    free(q);
    return 0;
}
