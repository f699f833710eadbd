// memcpy must not overlap.
// expect: memory=FALSE
// states: 5
#include <string.h>

char s[8] = "abcdefg";

int main(void) {
    volatile size_t n = 4;
    memcpy(s + 1, s, n);
    return 0;
}
