// A compound literal in a switch lives until the switch ends, over labels and further cases (C17 6.8.4p3).
// expect: TRUE
// states: 17
#include <assert.h>

static volatile int which = 1;

int main(void) {
    int *p = 0, seen = 0;
    switch (which) {
    case 1:
        p = &(int){4};
        // fall through
    case 2:
        if (p)
            seen = *p;
        break;
    default:
        break;
    }
    assert(seen == 4);
    return 0;
}
