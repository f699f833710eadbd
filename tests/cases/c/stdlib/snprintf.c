// snprintf writes what fits, ends it with a zero, and returns what would have been written.
// expect: TRUE
// states: 28
#include <assert.h>
#include <stdio.h>
#include <string.h>

static volatile int n = 1234;

int main(void) {
    char s[32];
    assert(snprintf(s, sizeof s, "%d-%04x-%s", n, 0xbeu, "z") == 11);
    assert(strcmp(s, "1234-00be-z") == 0);
    assert(snprintf(s, 4, "%d", n) == 4 && strcmp(s, "123") == 0);
    assert(snprintf(NULL, 0, "%*d", 6, n) == 6);
    assert(sprintf(s, "%+d|%5.1f|%-3c|%.2s", 7, 2.25, 'q', "abc") == 15);
    assert(strcmp(s, "+7|  2.2|q  |ab") == 0);
    return 0;
}
