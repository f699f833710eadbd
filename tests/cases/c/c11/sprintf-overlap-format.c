// sprintf into the array of its format is undefined (C17 7.21.6.6).
// expect: memory=FALSE
// states: 6
#include <stdio.h>

static char s[16] = "a%d";

int main(void) {
    char *volatile format = s;
    sprintf(s + 1, format, 7);
    return 0;
}
