// A plain mutex is locked twice by one thread, which waits for itself (C17 7.26.4.3: it shall not be locked by the caller).
// expect: deadlock=FALSE
// states: 5
#include <threads.h>

static mtx_t m;
static int count;

int main(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    mtx_lock(&m);
    count++;
    mtx_unlock(&m);
    mtx_unlock(&m);
    mtx_destroy(&m);
    return 0;
}
