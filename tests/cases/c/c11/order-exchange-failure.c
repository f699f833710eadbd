// A compare-exchange that fails has the second, relaxed order: what follows may not see the data (C17 7.17.7.4).
// expect: UNKNOWN
// states: 127
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int data, flag;

static int run(void *p) {
    atomic_store(&data, 1);
    atomic_store(&flag, 1);
    return 0;
}

int main(void) {
    thrd_t t;
    int expected = 0;
    thrd_create(&t, run, NULL);
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 0, memory_order_seq_cst, memory_order_relaxed))
        assert(atomic_load(&data) == 1);
    thrd_join(t, NULL);
    return 0;
}
