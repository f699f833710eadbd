// cnd_timedwait requires that the calling thread has locked the mutex (C17 7.26.3.5).
// expect: pthread=FALSE
// states: 6
#include <threads.h>

static mtx_t m;
static cnd_t c;

int main(void) {
    struct timespec past = {0, 0};
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    cnd_timedwait(&c, &m, &past);
    return 0;
}
