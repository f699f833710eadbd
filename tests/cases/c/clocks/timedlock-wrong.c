// mtx_timedlock may time out with a clock that shows more than the deadline.
// expect: assertion=FALSE
// states: 356
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;

static int hold(void *p) {
    mtx_lock(&m);
    thrd_yield();
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec until, after;
    mtx_init(&m, mtx_timed);
    thrd_create(&t, hold, 0);
    timespec_get(&until, TIME_UTC);
    until.tv_sec += 1;
    int result = mtx_timedlock(&m, &until);
    timespec_get(&after, TIME_UTC);
    if (result == thrd_timedout) assert(after.tv_sec == until.tv_sec);
    else mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}
