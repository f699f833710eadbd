// Memory that nobody wrote is an operand of operations that are defined for every value, and the results are only stored (C17 7.22.3.4p2, 3.19.2: an unspecified value).
// expect: TRUE
// states: 25
#include <assert.h>
#include <stdlib.h>

static unsigned results[5];

int main(void) {
    unsigned *p = malloc(sizeof *p);
    results[0] = *p + 1;
    results[1] = *p * 3;
    results[2] = *p << 4;
    results[3] = *p / 2;
    results[4] = 7;
    free(p);
    assert(results[4] == 7);
    return 0;
}
