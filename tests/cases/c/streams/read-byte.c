// read gives 0 or 1 byte.
// expect: TRUE
// states: 1807
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char c;
    ssize_t n = read(0, &c, 1);
    assert(n == 0 || n == 1);
    if (n == 1 && c == 'x') puts("x");
    return 0;
}
