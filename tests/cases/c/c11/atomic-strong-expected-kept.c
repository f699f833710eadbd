// After a compare-exchange that failed the expected object does not have its old value (C17 7.17.7.4).
// expect: assertion=FALSE
// states: 12
#include <assert.h>
#include <stdatomic.h>

static atomic_int x = 3;

int main(void) {
    int expected = 2;
    assert(!atomic_compare_exchange_strong(&x, &expected, 9));
    assert(expected == 2);
    return 0;
}
