// An atomic object is cleared by memset while another thread adds to it: not both accesses are atomic (C17 5.1.2.4).
// expect: data-race=FALSE
// states: 34
#include <stdatomic.h>
#include <string.h>
#include <threads.h>

static atomic_int x;

static int run(void *p) {
    atomic_fetch_add(&x, 1);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    memset(&x, 0, sizeof x);
    thrd_join(t, NULL);
    return 0;
}
