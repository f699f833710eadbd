// Neither thrd_yield nor thrd_sleep orders threads: the other one may not have run yet (C17 7.26.5.7, 7.26.5.8).
// expect: assertion=FALSE
// states: 41
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int done;

static int run(void *p) {
    done = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec pause = {0, 1000};
    thrd_create(&t, run, NULL);
    thrd_yield();
    thrd_sleep(&pause, NULL);
    assert(done);
    thrd_join(t, NULL);
    return 0;
}
