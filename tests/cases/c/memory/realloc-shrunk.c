// realloc makes the memory smaller, also in place: what was cut off is out of bounds (C17 7.22.3.5p2).
// expect: memory=FALSE
// states: 25
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(16);
    uintptr_t before = (uintptr_t)a;
    a = realloc(a, 8);
    if ((uintptr_t)a == before)
        a[8] = 1;
    free(a);
    return 0;
}
