// free of a pointer into the middle of a block (C17 7.22.3.3p2).
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    p++;
    free(p);
    return 0;
}
