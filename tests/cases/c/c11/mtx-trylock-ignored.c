// The result of mtx_trylock is ignored: both threads write, and one unlocks what it does not hold (C17 7.26.4.5, 7.26.4.6).
// expect: data-race=FALSE pthread=FALSE
// states: 103
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    mtx_trylock(&m);
    count++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
