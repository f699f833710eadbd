// mtx_timedlock may time out while another thread holds the mutex (C17 7.26.4.4).
// expect: assertion=FALSE
// states: 257
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    struct timespec past = {0, 0};
    int rc = mtx_timedlock(&m, &past);
    assert(rc == thrd_success);
    count++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_timed);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    return 0;
}
