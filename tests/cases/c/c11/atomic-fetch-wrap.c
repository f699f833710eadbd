// Atomic arithmetic on signed integers wraps around silently, there are no undefined results (C17 7.17.7.5).
// expect: overflow=TRUE
// states: 18
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

static atomic_int x = INT_MAX;

int main(void) {
    assert(atomic_fetch_add(&x, 1) == INT_MAX);
    assert(x == INT_MIN);
    assert(atomic_fetch_sub(&x, 1) == INT_MIN);
    assert(x == INT_MAX);
    return 0;
}
