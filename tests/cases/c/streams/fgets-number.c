// The line is the number that fails.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 168
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    assert(atoi(line) != 1234);
    return 0;
}
