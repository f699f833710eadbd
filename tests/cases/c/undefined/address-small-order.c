// Error numbers in pointers: the address of an object is greater than a small number and less than the last 4095 (C17 6.3.2.3p5 and p6: implementation-defined).
// expect: TRUE
// states: 38
#include <assert.h>
#include <stdlib.h>

static int is_error(const void *p) { return (unsigned long)p >= (unsigned long)-4095; }

static int *make(int fail) {
    if (fail)
        return (int *)-12L;
    int *p = malloc(sizeof *p);
    *p = 1;
    return p;
}

int main(void) {
    int *p = make(0), *q = make(1);
    assert(!is_error(p) && is_error(q));
    assert((long)q == -12);
    assert((unsigned long)p > 16);
    free(p);
    return 0;
}
