// A union of a pointer and its bytes is copied as bytes, back to front.
// expect: TRUE
// states: 73
#include <assert.h>

union view {
    int *pointer;
    unsigned char bytes[sizeof(int *)];
};

static int numbers[4] = {1, 2, 3, 4};

int main(void) {
    union view a, b;
    a.pointer = &numbers[2];
    for (int i = sizeof a.bytes - 1; i >= 0; i--)
        b.bytes[i] = a.bytes[i];
    assert(b.pointer == numbers + 2);
    assert(*b.pointer == 3 && b.pointer[-2] == 1);
    return 0;
}
