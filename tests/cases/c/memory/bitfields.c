// Bit-fields are written one by one into undefined memory; only what was written is read.
// expect: TRUE
// states: 35
#include <assert.h>
#include <stdlib.h>

struct flags {
    unsigned a : 3;
    unsigned b : 7;
    signed c : 2;
    unsigned long d : 40;
};

int main(void) {
    struct flags *volatile f = malloc(sizeof *f);
    f->b = 100;
    f->c = -1;
    f->d = 1UL << 39;
    assert(f->b == 100);
    assert(f->c == -1);
    assert(f->d >> 39 == 1);
    struct flags copy = *f;
    f->a = 5;
    assert(f->a == 5 && copy.b == 100);
    free(f);
    return 0;
}
