// atomic_fetch_add is taken for a function that returns the new value (C17 7.17.7.5).
// expect: assertion=FALSE
// states: 8
#include <assert.h>
#include <stdatomic.h>

static atomic_uint x = 6;

int main(void) {
    assert(atomic_fetch_add(&x, 1) == 7);
    return 0;
}
