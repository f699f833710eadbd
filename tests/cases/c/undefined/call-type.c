// A pointer to a function is converted to another type and back before the call, and a call without a prototype has the right arguments (C17 6.3.2.3p8, 6.5.2.2p6).
// expect: TRUE
// flags: -std=gnu17
// states: 20
#include <assert.h>

static int twice(int x) { return 2 * x; }

static void (*stored)(void);

int main(void) {
    stored = (void (*)(void))twice;
    int (*back)(int) = (int (*)(int))stored;
    assert(back(4) == 8);
    int (*old)() = twice;
    assert(old(5) == 10);
    return 0;
}
