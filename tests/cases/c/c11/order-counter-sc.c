// A relaxed counter loses no addition: a read-modify-write reads the last value (C17 7.17.3); under sequential consistency.
// expect: TRUE
// options: --memory-model sc
// states: 123
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int count;

static int run(void *p) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
    return 0;
}
