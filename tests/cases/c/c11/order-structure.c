// Store buffering with structures that need a lock; one of the threads sees the other's store (C17 7.17.3p6).
// expect: TRUE
// states: 254
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    long words[3];
} three;

static _Atomic three x, y;
static long a, b;

static void *other(void *p) {
    three one = {{1, 0, 0}};
    atomic_store_explicit(&x, one, memory_order_seq_cst);
    three seen = atomic_load_explicit(&y, memory_order_seq_cst);
    a = seen.words[0];
    return p;
}

int main(void) {
    three one = {{1, 0, 0}};
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    atomic_store_explicit(&y, one, memory_order_seq_cst);
    three seen = atomic_load_explicit(&x, memory_order_seq_cst);
    b = seen.words[0];
    pthread_join(thread, 0);
    assert(a || b);
}
