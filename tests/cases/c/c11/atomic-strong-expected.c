// A compare-exchange that fails stores the value found in the expected object; one that succeeds leaves it (C17 7.17.7.4).
// expect: TRUE
// states: 25
#include <assert.h>
#include <stdatomic.h>

static atomic_int x = 3;

int main(void) {
    int expected = 2;
    assert(!atomic_compare_exchange_strong(&x, &expected, 9));
    assert(expected == 3 && x == 3);
    assert(atomic_compare_exchange_strong(&x, &expected, 9));
    assert(expected == 3 && x == 9);
    return 0;
}
