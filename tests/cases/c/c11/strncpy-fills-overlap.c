// strncpy fills its whole destination, here up to the string that it reads (C17 7.24.2.4).
// expect: memory=FALSE
// states: 8
#include <string.h>

int main(void) {
    char s[8] = "....a";
    char *volatile from = s + 4;
    strncpy(s, from, 5); // 4 would be enough
    return 0;
}
