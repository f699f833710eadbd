// An argument of printf is a long where the format says int (C17 7.21.6.1p9).
// expect: memory=FALSE
// states: 3
#include <stdio.h>

int main(void) {
    printf("%d\n", 1L);
    return 0;
}
