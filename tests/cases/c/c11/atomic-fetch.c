// The fetch functions return the value before the operation (C17 7.17.7.5).
// expect: TRUE
// states: 32
#include <assert.h>
#include <stdatomic.h>

static atomic_uint x = 6;

int main(void) {
    assert(atomic_fetch_add(&x, 1) == 6);
    assert(atomic_fetch_sub(&x, 2) == 7);
    assert(atomic_fetch_or(&x, 8) == 5);
    assert(atomic_fetch_xor(&x, 1) == 13);
    assert(atomic_fetch_and(&x, 4) == 12);
    assert(x == 4);
    return 0;
}
