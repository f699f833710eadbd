// rand may return an odd number.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 7
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(rand() % 2 == 0);
    return 0;
}
