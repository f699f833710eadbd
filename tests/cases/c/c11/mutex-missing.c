// A mutex of automatic storage duration is locked that mtx_init has not created (C17 7.26.4.3: the mutex pointed to).
// expect: pthread=FALSE
// states: 3
#include <threads.h>

int main(void) {
    mtx_t m;
    mtx_lock(&m);
    mtx_unlock(&m);
    return 0;
}
