// An atomic structure is read and written as a whole (C17 6.2.6.1, 7.17.7).
// expect: TRUE
// states: 92
#include <assert.h>
#include <threads.h>

struct pair {
    int a, b;
};

static _Atomic struct pair s;

static int run(void *p) {
    struct pair one = {1, 1};
    s = one;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    struct pair r = s;
    assert(r.a == r.b);
    thrd_join(t, NULL);
    return 0;
}
