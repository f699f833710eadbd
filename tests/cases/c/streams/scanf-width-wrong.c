// At most two characters: a sign and a digit, or two digits.
// expect: assertion=FALSE
// states: 234
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%2d", &n) == 1) assert(n > -9);
    return 0;
}
