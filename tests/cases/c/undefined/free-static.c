// free of a static variable (C17 7.22.3.3p2).
// expect: memory=FALSE
// states: 5
#include <stdlib.h>

static int x;

int main(void) {
    int *volatile p = &x;
    free(p);
    return 0;
}
