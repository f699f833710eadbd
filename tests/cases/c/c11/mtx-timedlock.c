// mtx_timedlock gets the mutex or returns thrd_timedout (C17 7.26.4.4).
// expect: TRUE
// states: 350
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    struct timespec past = {0, 0};
    int rc = mtx_timedlock(&m, &past);
    if (rc == thrd_success) {
        count++;
        mtx_unlock(&m);
    } else {
        assert(rc == thrd_timedout);
    }
    return 0;
}

int main(void) {
    thrd_t t;
    assert(mtx_init(&m, mtx_timed) == thrd_success);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(count <= 2);
    mtx_destroy(&m);
    return 0;
}
