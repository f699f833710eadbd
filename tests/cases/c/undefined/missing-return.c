// A function reaches its end without a return, and in C that is defined as long as the value is not used (C17 6.9.1p12).
// expect: TRUE
// states: 20
#include <assert.h>

static int calls;

static int count(int c) {
    calls++;
    if (c)
        return calls;
}

int main(void) {
    count(0);
    assert(count(1) == 2);
    return 0;
}
