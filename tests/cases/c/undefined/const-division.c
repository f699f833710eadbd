// Divisions of constants with a result (C17 6.5.5p5 and p6).
// expect: TRUE
// states: 15
#include <assert.h>
#include <limits.h>

static int stored = 7 / -2;

static int returned(void) { return INT_MIN / 1; }

static int passed(int x) { return x; }

int main(void) {
    assert(stored == -3);
    assert(returned() == INT_MIN);
    assert(passed(INT_MIN % 2) == 0);
    assert(passed(-7 % -2) == -1);
    stored = INT_MIN / -2;
    assert(stored == 1073741824);
    return 0;
}
