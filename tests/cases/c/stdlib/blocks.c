// Functions on blocks of memory; memmove may overlap.
// expect: TRUE
// states: 22
#include <assert.h>
#include <string.h>

int main(void) {
    volatile size_t n = 4;
    char s[8];
    memset(s, 'x', sizeof s);
    memcpy(s, "abcd", n);
    memmove(s + 1, s, n);
    assert(memcmp(s, "aabcdxxx", 8) == 0);
    assert(memchr(s, 'c', 8) == s + 3 && memchr(s, 'z', 8) == NULL);
    assert(memcmp(s, "ab", 2) < 0);
    return 0;
}
