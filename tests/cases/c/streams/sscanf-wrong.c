// The second number is missing.
// expect: assertion=FALSE
// states: 6
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a, b;
    assert(sscanf("12 x", "%d %d", &a, &b) == 2);
    return 0;
}
