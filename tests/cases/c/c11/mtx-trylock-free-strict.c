// To the letter mtx_trylock may spuriously fail to lock a free mutex and return thrd_busy (C17 7.26.4.5, DR 470).
// expect: assertion=FALSE
// options: --strict-standard
// states: 21
#include <assert.h>
#include <threads.h>

static mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain);
    int rc = mtx_trylock(&m);
    if (rc == thrd_success)
        mtx_unlock(&m);
    mtx_destroy(&m);
    assert(rc == thrd_success);
    return 0;
}
