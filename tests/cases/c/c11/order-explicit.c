// memory_order_seq_cst written out is the same as the functions without order, with or without a fence (C17 7.17.3, 7.17.4).
// expect: TRUE
// states: 186
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x, y;

static int run(void *p) {
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load_explicit(&y, memory_order_seq_cst);
}

int main(void) {
    thrd_t t;
    int other = 0;
    thrd_create(&t, run, NULL);
    atomic_store(&y, 1);
    int own = atomic_load(&x);
    thrd_join(t, &other);
    assert(own || other);
    return 0;
}
