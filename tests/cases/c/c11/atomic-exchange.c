// Only one thread gets the token by atomic_exchange, and only that one writes (C17 7.17.7.3).
// expect: TRUE
// states: 159
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int token = 1;
static int taken;

static int run(void *p) {
    if (atomic_exchange(&token, 0))
        taken++;
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
