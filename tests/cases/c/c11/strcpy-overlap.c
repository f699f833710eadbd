// strcpy between strings that overlap is undefined (C17 7.24.2.3).
// expect: memory=FALSE
// states: 7
#include <string.h>

static char s[8] = "abcdef";

int main(void) {
    char *volatile from = s + 1;
    strcpy(s, from);
    return 0;
}
