// realloc may return the same address: the new object may have the value of the old pointer (C17 7.22.3.5).
// expect: assertion=FALSE
// states: 31
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    uintptr_t before = (uintptr_t)a;
    a = realloc(a, 16);
    int moved = (uintptr_t)a != before;
    free(a);
    assert(moved);
    return 0;
}
