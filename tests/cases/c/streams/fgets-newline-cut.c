// A line may begin with a zero byte: then there is nothing to cut off.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 120
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strlen(line) - 1] = 0;
    return 0;
}
