// memmove copies as if through a temporary array, so its ranges may overlap (C17 7.24.2.2).
// expect: TRUE
// states: 18
#include <assert.h>
#include <string.h>

static char s[8] = "abcdef";

int main(void) {
    volatile size_t n = 4;
    memmove(s + 1, s, n);
    assert(strcmp(s, "aabcdf") == 0);
    memmove(s, s + 1, n + 2);
    assert(strcmp(s, "abcdf") == 0);
    return 0;
}
