// Only the thread that finds the flag clear goes in (C17 7.17.8.1, 7.17.8.2).
// expect: TRUE
// states: 274
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static int run(void *p) {
    if (!atomic_flag_test_and_set(&busy)) {
        count++;
        atomic_flag_clear(&busy);
    }
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(count == 1 || count == 2);
    return 0;
}
