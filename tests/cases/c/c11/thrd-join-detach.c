// A joined thread is detached: it shall not have been joined before (C17 7.26.5.3).
// expect: pthread=FALSE
// states: 18
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int run(void *p) {
    x = 1;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    thrd_detach(t);
    return 0;
}
