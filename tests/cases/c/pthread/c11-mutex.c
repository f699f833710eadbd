// C11 threads: a result, a mutex, trylock.
// expect: TRUE
// states: 121
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int run(void *p) {
    mtx_lock(&m);
    count++;
    mtx_unlock(&m);
    return *(int *)p;
}

int main(void) {
    thrd_t t;
    int seven = 7, result;
    mtx_init(&m, mtx_plain);
    assert(thrd_create(&t, run, &seven) == thrd_success);
    run(&seven);
    assert(thrd_join(t, &result) == thrd_success);
    assert(result == 7 && count == 2);
    assert(mtx_trylock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
