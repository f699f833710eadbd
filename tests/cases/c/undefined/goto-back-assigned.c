// A goto to a place before declarations: what is read afterwards was assigned or initialised again (C17 6.2.4p6).
// expect: TRUE
// states: 32
#include <assert.h>

struct pair {
    int first, second;
};

int main(void) {
    int n = 0;
again:;
    int x;
    struct pair p;
    struct pair q = {.second = 3};
    x = n;
    p.first = n;
    if (n++ == 0) {
        p.second = 1;
        q.second = 4;
        goto again;
    }
    assert(x == 1 && p.first == 1 && q.second == 3);
    return 0;
}
