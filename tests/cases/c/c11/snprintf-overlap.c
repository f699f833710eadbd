// snprintf from the array that it writes is undefined (C17 7.21.6.5).
// expect: memory=FALSE
// states: 7
#include <stdio.h>

static char s[8] = "abc";

int main(void) {
    char *volatile from = s;
    snprintf(s, sizeof s, "%s!", from);
    return 0;
}
