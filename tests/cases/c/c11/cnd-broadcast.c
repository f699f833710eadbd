// cnd_broadcast unblocks all threads that wait (C17 7.26.3.1).
// expect: TRUE
// states: 283
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int go;

static int run(void *p) {
    mtx_lock(&m);
    while (!go)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t, u;
    mtx_init(&m, mtx_plain);
    assert(cnd_init(&c) == thrd_success);
    thrd_create(&t, run, NULL);
    thrd_create(&u, run, NULL);
    mtx_lock(&m);
    go = 1;
    assert(cnd_broadcast(&c) == thrd_success);
    mtx_unlock(&m);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
