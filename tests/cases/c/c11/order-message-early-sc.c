// The flag is set before the data: the assertion fails under sequential consistency, and nothing else does.
// expect: assertion=FALSE
// options: --memory-model sc
// states: 115
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int data, flag;

static int run(void *p) {
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
    thrd_join(t, NULL);
    return 0;
}
