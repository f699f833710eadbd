// Compound literals of a macro in the body of the function live until it returns (C17 6.5.2.5p5).
// expect: TRUE
// states: 18
#include <assert.h>
#define BOX(n) (&(struct box){.number = (n)})

struct box {
    int number;
};

int main(void) {
    struct box *b = BOX(1), *c = BOX(2);
    {
        assert(b->number == 1);
    }
    assert(b->number + c->number == 3);
    return 0;
}
