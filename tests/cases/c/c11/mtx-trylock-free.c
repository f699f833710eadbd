// mtx_trylock gets a mutex that nobody holds, in every implementation that is known.
// expect: TRUE
// states: 11
#include <assert.h>
#include <threads.h>

static mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain);
    assert(mtx_trylock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
