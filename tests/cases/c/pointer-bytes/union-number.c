// A number overwrites a part of a pointer in a union, which is passed by value: the number is there, the pointer is not used.
// expect: TRUE
// states: 24
#include <assert.h>

union any {
    int *pointer;
    int number;
};

static union any twice(union any a) {
    a.number *= 2;
    return a;
}

int main(void) {
    int x = 1;
    union any a;
    a.pointer = &x;
    a.number = 21;
    assert(twice(a).number == 42);
    a.pointer = &x;
    assert(*a.pointer == 1);
    return 0;
}
