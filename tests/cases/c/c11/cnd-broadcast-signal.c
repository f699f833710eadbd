// cnd_signal unblocks one of two threads that wait, the other waits for ever (C17 7.26.3.4).
// expect: deadlock=FALSE
// states: 309
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
    cnd_init(&c);
    thrd_create(&t, run, NULL);
    thrd_create(&u, run, NULL);
    mtx_lock(&m);
    go = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
