// A detached thread is joined: it shall not have been detached before (C17 7.26.5.6).
// expect: pthread=FALSE
// states: 27
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
    thrd_detach(t);
    thrd_join(t, NULL);
    return 0;
}
