// Compound assignment and increment of an atomic object are each one read-modify-write operation (C17 6.5.16.2, 6.5.2.4).
// expect: TRUE
// states: 46
#include <assert.h>
#include <threads.h>

static _Atomic int x = 1;

static int run(void *p) {
    x *= 2;
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
