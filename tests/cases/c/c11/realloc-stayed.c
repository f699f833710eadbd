// realloc may return another address, even for a smaller size (C17 7.22.3.5).
// expect: assertion=FALSE
// states: 31
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(16);
    uintptr_t before = (uintptr_t)a;
    a = realloc(a, 8);
    int stayed = (uintptr_t)a == before;
    free(a);
    assert(stayed);
    return 0;
}
