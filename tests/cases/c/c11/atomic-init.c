// atomic_init before the thread is created; later accesses are atomic (C17 7.17.2.2).
// expect: TRUE
// states: 143
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static int run(void *p) {
    atomic_fetch_add((atomic_int *)p, 1);
    return 0;
}

int main(void) {
    thrd_t t;
    atomic_int x;
    atomic_init(&x, 5);
    thrd_create(&t, run, &x);
    run(&x);
    thrd_join(t, NULL);
    assert(x == 7);
    return 0;
}
