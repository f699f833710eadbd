// snprintf returns the length that the whole text would have: not less than the size means it was cut (C17 7.21.6.5).
// expect: TRUE
// states: 20
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[4];
    volatile int n = 12345;
    assert(snprintf(s, sizeof s, "%d", n) >= (int)sizeof s);
    assert(strcmp(s, "123") == 0);
    n = 12;
    assert(snprintf(s, sizeof s, "%d", n) == 2 && s[2] == '\0');
    return 0;
}
