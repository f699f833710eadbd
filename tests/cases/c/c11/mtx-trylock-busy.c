// mtx_trylock returns thrd_busy while another thread holds the mutex, and does not block (C17 7.26.4.5).
// expect: TRUE
// states: 26
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int run(void *p) {
    assert(mtx_trylock(&m) == thrd_busy);
    return 0;
}

int main(void) {
    thrd_t t;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    assert(mtx_unlock(&m) == thrd_success);
    mtx_destroy(&m);
    return 0;
}
