// Store buffering with relaxed order: both threads may read 0, which sequential consistency does not show (C17 7.17.3).
// expect: UNKNOWN
// states: 186
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x, y;

static int run(void *p) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return atomic_load_explicit(&y, memory_order_relaxed);
}

int main(void) {
    thrd_t t;
    int other = 0;
    thrd_create(&t, run, NULL);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    int own = atomic_load_explicit(&x, memory_order_relaxed);
    thrd_join(t, &other);
    assert(own || other);
    return 0;
}
