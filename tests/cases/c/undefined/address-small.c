// The address of an object is never equal to a small number or to -1, the usual marks of an error (C17 6.3.2.3p5, 6.5.9p6).
// expect: TRUE
// states: 45
#include <assert.h>
#include <stdlib.h>

static int x;

static int special(const int *p) {
    return p == (int *)8 || (unsigned long)p == 1 || p == (int *)-1 || !p;
}

int main(void) {
    int y;
    int *p = malloc(sizeof *p);
    assert(!special(&x) && !special(&y) && !special(p));
    assert(special((int *)8) && special((int *)-1) && special(NULL));
    free(p);
    return 0;
}
