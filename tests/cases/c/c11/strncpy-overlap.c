// strncpy between ranges that overlap is undefined (C17 7.24.2.4).
// expect: memory=FALSE
// states: 7
#include <string.h>

static char s[8] = "abcdef";

int main(void) {
    char *volatile from = s;
    strncpy(s + 1, from, 3);
    return 0;
}
