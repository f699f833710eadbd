// A mutex is destroyed while another thread may still be about to lock it (C17 7.26.4.1, 7.26.4.3).
// expect: pthread=FALSE data-race=FALSE
// states: 43
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
    mtx_destroy(&m);
    return 0;
}
