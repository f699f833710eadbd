// Whoever got the mutex by mtx_trylock may write what it protects (C17 7.26.4.5: a prior unlock synchronises with a success).
// expect: TRUE
// states: 112
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    if (mtx_trylock(&m) == thrd_success) {
        count++;
        mtx_unlock(&m);
    }
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(count == 1 || count == 2);
    mtx_destroy(&m);
    return 0;
}
