// getchar returns EOF or an unsigned char, and EOF only at the end or for an error (C17 7.21.7.6).
// expect: TRUE
// states: 2576
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    assert((c == EOF) == (feof(stdin) || ferror(stdin)));
    assert(c == EOF || (c >= 0 && c <= 255));
    return 0;
}
