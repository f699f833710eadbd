// The result of snprintf is not what was written when the text was cut (C17 7.21.6.5).
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <stdio.h>

int main(void) {
    char s[4];
    volatile int n = 12345;
    assert(snprintf(s, sizeof s, "%d", n) < (int)sizeof s);
    return 0;
}
