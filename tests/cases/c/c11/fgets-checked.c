// fgets fills at most the size less one and ends with a zero (C17 7.21.7.2); nothing fails, but the contents are only sampled.
// expect: UNKNOWN
// states: 115
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    if (fgets(line, sizeof line, stdin) != NULL)
        assert(strlen(line) < sizeof line);
    return 0;
}
