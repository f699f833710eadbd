// Nothing is stored for what does not match.
// expect: memory=FALSE
// states: 6
#include <stdio.h>

int main(void) {
    int n;
    sscanf("x", "%d", &n);
    if (n) puts("some");
    return 0;
}
