// snprintf between ranges of one array that do not overlap, and from a string that it only measures (C17 7.21.6.5).
// expect: TRUE
// states: 27
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char s[16] = "abc";

int main(void) {
    char *volatile from = s;
    snprintf(s + 8, 8, "%s!", from);
    assert(strcmp(s + 8, "abc!") == 0);
    snprintf(s + 3, 1, "%.3s", from); // writes the byte behind those that it reads
    int n = snprintf(s, 0, "%s%s", from, from);
    assert(n == 6);
    return 0;
}
