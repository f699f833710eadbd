// printf takes arguments of all kinds and returns the number of characters.
// expect: TRUE
// states: 14
#include <assert.h>
#include <stdio.h>

static volatile int n = -5;

int main(void) {
    assert(printf("%d %s %c%%\n", n, "text", 'x') == 11);
    assert(printf("%5u|%-4x|%03d|%ld|%zu\n", 7u, 0xabu, 9, -1L, sizeof(char)) == 20);
    assert(fprintf(stderr, "%.2f\n", 1.5) == 5);
    assert(puts("done") >= 0);
    return 0;
}
