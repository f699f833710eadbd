// A `switch` over an address: it is equal to no small number and not to -1 (C17 6.3.2.3p5, 6.8.4.2p5).
// expect: TRUE
// runs: all
// states: 39
#include <assert.h>
#include <stdlib.h>

static int kind(const void *p) {
    switch ((unsigned long)p) {
    case 0: return 0;
    case 8: return 1;
    case -1ul: return 2;
    default: return 3;
    }
}

int main(void) {
    int x;
    char *p = malloc(4);
    assert(kind(&x) == 3 && (!p || kind(p + 4) == 3));
    assert(kind(NULL) == 0 && kind((void *)8) == 1 && kind((void *)-1) == 2);
    free(p);
    return 0;
}
