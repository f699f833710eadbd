// Each thread has its own expected object, which a failing compare-exchange writes (C17 7.17.7.4).
// expect: TRUE
// states: 219
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x = 5;

static int run(void *p) {
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 1);
    assert(expected == 5);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
