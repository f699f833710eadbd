// A weak compare-exchange may fail although the values were equal (C17 7.17.7.4).
// expect: assertion=FALSE
// states: 19
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    int expected = 0;
    if (!atomic_compare_exchange_weak(&x, &expected, 1))
        assert(expected != 0);
    return 0;
}
