// The identity of another thread that still exists does not compare equal to one's own (C17 7.26.5.4).
// expect: assertion=FALSE
// states: 18
#include <assert.h>
#include <threads.h>

static int run(void *p) { return 0; }

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    assert(thrd_equal(t, thrd_current()));
    thrd_join(t, NULL);
    return 0;
}
