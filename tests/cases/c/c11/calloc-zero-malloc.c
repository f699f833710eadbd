// The value of an object from malloc is indeterminate (C17 7.22.3.4), and here decides a branch.
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a), found = 0;
    if (a[1] != 0)
        found = 1;
    free(a);
    return found;
}
