// A mark in the lowest bit of a pointer is set, read and removed.
// expect: TRUE
// states: 27
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static volatile uintptr_t word;

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    word = (uintptr_t)p | 1;
    assert(word & 1);
    int *q = (int *)(word & ~(uintptr_t)3);
    assert(q == p && *q == 7);
    word ^= 1;
    assert((word & 3) == 0);
    free((int *)word);
    word = 0;
    return 0;
}
