// memcpy between ranges that touch but do not overlap (C17 7.24.2.1).
// expect: TRUE
// states: 13
#include <assert.h>
#include <string.h>

static char s[8] = "abcdef";

int main(void) {
    volatile size_t n = 3;
    memcpy(s + 3, s, n);
    assert(strcmp(s, "abcabc") == 0);
    return 0;
}
