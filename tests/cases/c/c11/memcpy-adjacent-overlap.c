// memcpy between ranges that overlap by one byte is undefined (C17 7.24.2.1).
// expect: memory=FALSE
// states: 5
#include <string.h>

static char s[8] = "abcdef";

int main(void) {
    volatile size_t n = 4;
    memcpy(s + 3, s, n);
    return 0;
}
