// strcpy of a string to itself copies between objects that overlap (C17 7.24.2.3).
// expect: memory=FALSE
// states: 8
#include <string.h>

int main(void) {
    char s[4] = "ab";
    char *volatile from = s;
    strcpy(s, from);
    return 0;
}
