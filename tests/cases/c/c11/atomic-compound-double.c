// Compound assignment of an atomic floating object is one read-modify-write operation too (C17 6.5.16.2).
// expect: TRUE
// states: 58
#include <assert.h>
#include <threads.h>

static _Atomic double x;

static int run(void *p) {
    x += 0.5;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(x == 1.0);
    return 0;
}
