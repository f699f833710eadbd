// The result of atomic_flag_test_and_set, the old state of the flag, is ignored: both threads go in (C17 7.17.8.1).
// expect: data-race=FALSE
// states: 356
#include <stdatomic.h>
#include <threads.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static int run(void *p) {
    atomic_flag_test_and_set(&busy);
    count++;
    atomic_flag_clear(&busy);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
