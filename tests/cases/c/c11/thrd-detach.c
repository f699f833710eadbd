// A detached thread needs no join; it may or may not have run when the program ends (C17 7.26.5.3).
// expect: TRUE
// states: 76
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int run(void *p) {
    x = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    assert(thrd_detach(t) == thrd_success);
    int seen = x;
    assert(seen == 0 || seen == 1);
    return 0;
}
