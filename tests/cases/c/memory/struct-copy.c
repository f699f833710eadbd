// Structures with padding, arrays and pointers are assigned, passed and returned.
// expect: TRUE
// states: 43
#include <assert.h>

struct item {
    char tag;
    int values[3];
    struct item *self;
};

static struct item doubled(struct item x) {
    for (int i = 0; i < 3; i++)
        x.values[i] *= 2;
    return x;
}

int main(void) {
    struct item a = {'a', {1, 2, 3}, &a};
    struct item b = doubled(a);
    a = b;
    b.tag = 'b';
    assert(a.tag == 'a' && a.values[2] == 6);
    assert(b.self == &a && b.self->values[0] == 2);
    return 0;
}
