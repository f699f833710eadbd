// thrd_sleep returns zero or a negative value; thrd_yield returns nothing; both let others run (C17 7.26.5.7, 7.26.5.8).
// expect: TRUE
// states: 36
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
    assert(thrd_sleep(&pause, NULL) <= 0);
    thrd_join(t, NULL);
    assert(done);
    return 0;
}
