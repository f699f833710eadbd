// cnd_timedwait may time out although a signal will come (C17 7.26.3.5).
// expect: assertion=FALSE
// states: 103
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int run(void *p) {
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec past = {0, 0};
    int rc = thrd_success;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, run, NULL);
    mtx_lock(&m);
    while (!ready && rc == thrd_success)
        rc = cnd_timedwait(&c, &m, &past);
    assert(rc == thrd_success);
    mtx_unlock(&m);
    thrd_join(t, NULL);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
