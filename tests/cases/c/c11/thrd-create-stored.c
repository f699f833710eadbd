// The new thread reads its own identity: the completion of thrd_create synchronises with its beginning (C17 7.26.5.1).
// expect: TRUE
// states: 45
#include <assert.h>
#include <threads.h>

static thrd_t t;
static int x;

static int run(void *p) {
    assert(thrd_equal(t, thrd_current()));
    return x;
}

int main(void) {
    int result = 0;
    x = 3;
    thrd_create(&t, run, NULL);
    assert(!thrd_equal(t, thrd_current()));
    thrd_join(t, &result);
    assert(result == 3);
    return 0;
}
