// call_once runs the function once, and its completion synchronises with all later calls (C17 7.26.2.1).
// expect: TRUE
// states: 66
#include <assert.h>
#include <threads.h>

static once_flag first = ONCE_FLAG_INIT;
static int count;

static void init(void) { count++; }

static int run(void *p) {
    call_once(&first, init);
    assert(count == 1);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
