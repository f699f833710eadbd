// A pointer is tested before it is used (optimised).
// expect: TRUE
// options: --opt 2
// states: 24
#include <assert.h>
#include <stddef.h>

static int *volatile pointer;

static int value(const int *p) {
    if (!p)
        return -1;
    return *p;
}

int main(void) {
    int x = 5;
    assert(value(pointer) == -1);
    pointer = &x;
    assert(value(pointer) == 5);
    pointer = NULL;
    return 0;
}
