// The line begins with the letter that fails.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 180
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (line[0] == 'q') assert(line[1] != '\n');
    return 0;
}
