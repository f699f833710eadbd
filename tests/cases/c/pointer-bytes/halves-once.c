// Only one half of a pointer is copied over a pointer that was null: it is no pointer to the object, whatever the other half is.
// expect: memory=FALSE
// states: 9
#include <stdint.h>
#include <stdlib.h>

union both {
    int *pointer;
    uint32_t halves[2];
};

int main(void) {
    int x = 3;
    union both a, b;
    a.pointer = &x;
    b.pointer = NULL;
    b.halves[0] = a.halves[0];
    return *b.pointer - 3;
}
