// As strncpy-fills-overlap.c; the bytes that are written end where the string begins.
// expect: TRUE
// states: 29
#include <assert.h>
#include <string.h>

int main(void) {
    char s[8] = "....a";
    char *volatile from = s + 4;
    strncpy(s, from, 4);
    assert(strcmp(s, "a") == 0);
    strncat(s, from, 2); // s[1] and s[2]
    assert(strcmp(s, "aa") == 0);
    strcpy(s + 6, from);
    return 0;
}
