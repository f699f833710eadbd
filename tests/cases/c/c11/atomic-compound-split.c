// An assignment that names an atomic object twice is a read and a write: the increment may be lost (C17 6.5.16.1).
// expect: assertion=FALSE
// states: 56
#include <assert.h>
#include <threads.h>

static _Atomic int x = 1;

static int run(void *p) {
    x = x * 2;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    x++;
    thrd_join(t, NULL);
    assert(x == 3 || x == 4);
    return 0;
}
