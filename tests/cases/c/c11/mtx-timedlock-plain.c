// mtx_timedlock on a mutex that was not made with mtx_timed: it shall support timeout (C17 7.26.4.4).
// expect: pthread=FALSE
// states: 5
#include <threads.h>

static mtx_t m;

int main(void) {
    struct timespec past = {0, 0};
    mtx_init(&m, mtx_plain);
    if (mtx_timedlock(&m, &past) == thrd_success)
        mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
