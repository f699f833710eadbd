// The index times the size of an element wraps to the first element: the pointer is outside of the array (C17 6.5.6p8).
// expect: memory=FALSE
// states: 5
#include <stddef.h>

static int a[4];

int main(void) {
    size_t i = (size_t)1 << 62;
    a[i] = 1;
    return 0;
}
