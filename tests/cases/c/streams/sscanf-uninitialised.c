// Nothing is stored for what does not match.
// expect: memory=FALSE
#include <stdio.h>

int main(void) {
    int n;
    sscanf("x", "%d", &n);
    if (n) puts("some");
    return 0;
}
