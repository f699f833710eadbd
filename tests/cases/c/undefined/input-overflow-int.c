// Any int from outside is increased: it may be the greatest (C17 6.5p5). The other properties are sampled.
// expect: overflow=FALSE assertion=UNKNOWN memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 36
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int result;

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (!(x > 0))
        abort();
    result = x + 1;
    return 0;
}
