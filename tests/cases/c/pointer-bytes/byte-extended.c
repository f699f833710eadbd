// Bytes of a pointer go through variables of a larger unsigned type, and through a conditional expression.
// expect: TRUE
// states: 168
#include <assert.h>

static int x = 7, y = 8;

static unsigned byte(const int **p, const int **q, unsigned i, int first) {
    return first ? ((const unsigned char *)p)[i] : ((const unsigned char *)q)[i];
}

int main(void) {
    const int *p = &x, *q = &y, *r;
    for (unsigned i = 0; i < sizeof p; i++) {
        unsigned number = byte(&p, &q, i, i < 100);
        ((unsigned char *)&r)[i] = (unsigned char)number;
    }
    assert(*r == 7);
    return 0;
}
