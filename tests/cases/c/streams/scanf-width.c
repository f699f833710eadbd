// At most one digit: all ten numbers are tried (C17 7.21.6.2).
// expect: TRUE
// states: 118
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = -1;
    int found = scanf("%1d", &n);
    assert(found == EOF || found == 0 || found == 1);
    assert(found == 1 ? n >= 0 && n <= 9 : n == -1);
    return 0;
}
