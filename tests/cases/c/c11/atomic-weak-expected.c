// A weak compare-exchange that fails spuriously leaves both values as they are (C17 7.17.7.4).
// expect: TRUE
// states: 25
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int expected = 0;
    if (atomic_compare_exchange_weak(&x, &expected, 1))
        assert(x == 1);
    else
        assert(x == 0);
    assert(expected == 0);
    return 0;
}
