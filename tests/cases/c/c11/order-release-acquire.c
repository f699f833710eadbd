// Release and acquire protect plain data: correct by C17 7.17.3, but weaker orders are not decided.
// expect: UNKNOWN
// states: 72
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static int data;
static atomic_int flag;

static int run(void *p) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        assert(data == 1);
    thrd_join(t, NULL);
    return 0;
}
