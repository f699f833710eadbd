// scanf may return EOF or 0 (C17 7.21.6.4); that nothing else fails is not decided, for numbers are only sampled.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 17
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    assert(scanf("%d", &n) == 1);
    return 0;
}
