// A number that was never set is printed (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 4
#include <stdio.h>

int main(void) {
    int x;
    printf("%d\n", x);
    return 0;
}
