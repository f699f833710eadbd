// The second number may be missing.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 507
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    int found = scanf("%d,%d", &a, &b);
    assert(found == EOF || found == 0 || found == 2);
    return 0;
}
