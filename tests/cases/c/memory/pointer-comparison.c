// Pointers into one object are ordered, pointers to different objects are unequal.
// expect: TRUE
// states: 22
#include <assert.h>
#include <stddef.h>

struct s {
    int x, y;
};

int main(void) {
    struct s s;
    int a[4];
    int *volatile x = &s.x, *volatile y = &s.y, *volatile p = a + 1;
    assert(x < y);
    assert(p > a && p - a == 1 && (char *)p - (char *)a == sizeof(int));
    assert(p != x && p != NULL);
    return 0;
}
