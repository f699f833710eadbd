// The mutex is released before the join: mtx_trylock may find it free (C17 7.26.4.5).
// expect: assertion=FALSE
// states: 53
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int run(void *p) {
    int rc = mtx_trylock(&m);
    if (rc == thrd_success)
        mtx_unlock(&m);
    assert(rc == thrd_busy);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    thrd_create(&t, run, NULL);
    mtx_unlock(&m);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    return 0;
}
