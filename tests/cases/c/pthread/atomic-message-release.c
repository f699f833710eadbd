// The same with release and acquire: no race is seen, but weaker orders are not explored.
// expect: UNKNOWN
// states: 80
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *run(void *p) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
