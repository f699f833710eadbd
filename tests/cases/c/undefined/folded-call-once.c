// A function with an initialiser that overflows is called in another one: overflow is not asked for, and nothing happens twice (C17 6.5p5).
// expect: assertion=TRUE
// states: 16
#include <assert.h>
#include <limits.h>

static int calls;

static int next(void) {
    int a[2] = {INT_MAX + 1, 1};
    calls += a[1];
    return calls;
}

int main(void) {
    int first[1] = {next() + 1};
    assert(first[0] == 2);
    assert(calls == 1);
    return 0;
}
