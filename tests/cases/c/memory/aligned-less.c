// An object that is aligned to 32 bytes need not be aligned to 64 (C17 6.2.8).
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <stdint.h>

static _Alignas(32) char line[64];

int main(void) {
    assert((uintptr_t)line % 64 == 0);
    return 0;
}
