// A recursive mutex is unlocked once too often: it shall be locked by the calling thread (C17 7.26.4.6).
// expect: pthread=FALSE
// states: 8
#include <threads.h>

static mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain | mtx_recursive);
    mtx_lock(&m);
    mtx_lock(&m);
    mtx_unlock(&m);
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}
