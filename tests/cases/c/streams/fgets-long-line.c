// A line that does not fit has no end (C17 7.21.7.2).
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 124
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    assert(strchr(line, '\n') || feof(stdin));
    return 0;
}
