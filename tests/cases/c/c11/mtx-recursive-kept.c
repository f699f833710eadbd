// A recursive mutex is unlocked once for two locks: it stays locked, and the other thread waits for ever (C17 7.26.4.6).
// expect: deadlock=FALSE
// states: 46
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    mtx_lock(&m);
    mtx_lock(&m);
    count++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain | mtx_recursive);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
