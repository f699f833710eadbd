// A load and a store in place of the exchange: both threads may get the token (C17 7.17.7.1, 7.17.7.2).
// expect: assertion=FALSE data-race=FALSE
// states: 214
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int token = 1;
static int taken;

static int run(void *p) {
    if (atomic_load(&token)) {
        atomic_store(&token, 0);
        taken++;
    }
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(taken == 1);
    return 0;
}
