// The length of a copy was never set (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 4
#include <string.h>

static char from[4], to[4];

int main(void) {
    size_t n;
    memcpy(to, from, n);
    return 0;
}
