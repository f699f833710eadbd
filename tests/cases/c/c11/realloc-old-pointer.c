// realloc deallocates the old object, so the old pointer is invalid even after shrinking (C17 7.22.3.5, 6.2.4).
// expect: memory=FALSE
// states: 23
#include <stdlib.h>

int main(void) {
    char *a = malloc(16), *old = a;
    a = realloc(a, 8);
    *old = 'x';
    free(a);
    return 0;
}
