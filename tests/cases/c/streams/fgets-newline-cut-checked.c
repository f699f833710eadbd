// The end of a line is cut off if there is one; lines are only sampled.
// expect: UNKNOWN
// states: 132
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, "\n")] = 0;
    return 0;
}
