// A mutex is locked that mtx_init has not created; C has no static initialiser for mtx_t (C17 7.26.4.2, 7.26.4.3).
// expect: pthread=FALSE
// states: 3
#include <threads.h>

static mtx_t m;

int main(void) {
    mtx_lock(&m);
    mtx_unlock(&m);
    return 0;
}
