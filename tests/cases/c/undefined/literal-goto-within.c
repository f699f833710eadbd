// A goto to a place before a compound literal in the same block: each time it is the same object (C17 6.5.2.5p16).
// expect: TRUE
// states: 30
#include <assert.h>

struct s {
    int i;
};

int main(void) {
    {
        struct s *p = 0, *q;
        int j = 0;
    again:
        q = p, p = &((struct s){j++});
        if (j < 2)
            goto again;
        assert(p == q && q->i == 1);
    }
    return 0;
}
