// Memory of malloc is aligned for every fundamental type, not for more (C17 7.22.3p1, 6.2.8p2).
// expect: assertion=FALSE
// states: 20
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(64);
    int is_aligned = (uintptr_t)p % 32 == 0;
    free(p);
    assert(is_aligned);
    return 0;
}
