// Two flags: the function runs once for each, possibly at the same time (C17 7.26.2.1).
// expect: assertion=FALSE data-race=FALSE
// states: 95
#include <assert.h>
#include <threads.h>

static once_flag first = ONCE_FLAG_INIT, second = ONCE_FLAG_INIT;
static int count;

static void init(void) { count++; }

static int run(void *p) {
    call_once(p, init);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, &first);
    run(&second);
    thrd_join(t, NULL);
    assert(count == 1);
    return 0;
}
