// A condition variable is destroyed while a thread may be blocked waiting for it (C17 7.26.3.2).
// expect: pthread=FALSE data-race=FALSE
// states: 38
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
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, run, NULL);
    cnd_destroy(&c);
    return 0;
}
