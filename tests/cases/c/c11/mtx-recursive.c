// A recursive mutex is locked twice by one thread and is free after two unlocks (C17 7.26.4.3, 7.26.4.6).
// expect: TRUE
// states: 98
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    mtx_lock(&m);
    mtx_lock(&m);
    count++;
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(count == 2);
    mtx_destroy(&m);
    return 0;
}
