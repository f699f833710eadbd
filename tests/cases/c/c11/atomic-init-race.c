// atomic_init is not atomic itself: a concurrent access, even an atomic one, is a data race (C17 7.17.2.2).
// expect: data-race=FALSE
// states: 28
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int run(void *p) { return atomic_load(&x); }

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    atomic_init(&x, 5);
    thrd_join(t, NULL);
    return 0;
}
