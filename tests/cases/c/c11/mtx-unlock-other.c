// A mutex is unlocked by a thread that did not lock it: it shall be locked by the calling thread (C17 7.26.4.6).
// expect: pthread=FALSE
// states: 11
#include <threads.h>

static mtx_t m;

static int run(void *p) {
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    return 0;
}
