// A byte that was put back is read again (C17 7.21.7.10).
// expect: TRUE
// states: 3345
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF) return 1;
    assert(ungetc(c, stdin) == c && !feof(stdin));
    assert(getchar() == c);
    return 0;
}
