// aligned_alloc, posix_memalign, _Alignas: the address is a multiple of what was asked for (C17 7.22.3.1, 6.7.5).
// expect: TRUE
// states: 24
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(64) char line[64];
static _Thread_local _Alignas(32) char own[32];

int main(void) {
    _Alignas(32) int local[8];
    local[0] = 1;
    assert((uintptr_t)line % 64 == 0);
    assert((uintptr_t)own % 32 == 0);
    assert((uintptr_t)local % 32 == 0);
    assert(((uintptr_t)&local[4] & 31) == 16);
    char *p = aligned_alloc(64, 128);
    assert((uintptr_t)p % 64 == 0 && (uintptr_t)(p + 64) % 64 == 0);
    free(p);
    void *q;
    if (posix_memalign(&q, 256, 100))
        return 1;
    assert(((uintptr_t)q & 63) == 0);
    free(q);
    return 0;
}
