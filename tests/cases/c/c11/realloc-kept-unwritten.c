// What realloc adds behind the old contents has no determinate value (C17 7.22.3.5).
// expect: memory=FALSE
// states: 17
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a), found = 0;
    a[0] = 1;
    a[1] = 2;
    a = realloc(a, 3 * sizeof *a);
    if (a[2] == 3)
        found = 1;
    free(a);
    return found;
}
