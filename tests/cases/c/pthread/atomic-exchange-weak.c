// A weak compare-exchange may fail although the values are equal.
// expect: assertion=FALSE
// states: 25
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int old = 0;
    assert(atomic_compare_exchange_strong(&x, &old, 1));
    old = 1;
    assert(atomic_compare_exchange_weak(&x, &old, 2));
    return 0;
}
