// A mutex is destroyed when all threads that use it have been joined, and made anew (C17 7.26.4.1, 7.26.4.2).
// expect: TRUE
// states: 33
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int run(void *p) {
    mtx_lock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    run(NULL);
    mtx_destroy(&m);
    return 0;
}
