// A compound literal lives as long as the block around it, one outside of functions for ever (C17 6.5.2.5p5).
// expect: TRUE
// states: 24
#include <assert.h>

struct pair {
    int first, second;
};

static struct pair *global = &(struct pair){1, 2};

int main(void) {
    struct pair *p;
    p = &(struct pair){3, 4};
    p->first++;
    global->second++;
    assert(p->first == 4 && p->second == 4);
    assert(global->first == 1 && global->second == 3);
    return 0;
}
