// A pointer is copied as two numbers of half its size, through memory that is not aligned for it.
// expect: TRUE
// states: 28
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

union both {
    int *pointer;
    uint32_t halves[2];
};

static uint32_t high, low;

int main(void) {
    union both a, b;
    a.pointer = malloc(2 * sizeof *a.pointer);
    a.pointer[1] = 5;
    a.pointer++;
    high = a.halves[1];
    low = a.halves[0];
    b.halves[1] = high;
    b.halves[0] = low;
    assert(b.pointer == a.pointer && *b.pointer == 5);
    free(b.pointer - 1);
    return 0;
}
