// The order in which destructors are invoked is unspecified (C17 7.26.5.5).
// expect: assertion=FALSE
// states: 103
#include <assert.h>
#include <threads.h>

static tss_t a, b;
static int one = 1, two = 2, order[2], calls;

static void drop(void *p) { order[calls++] = *(int *)p; }

static int run(void *p) {
    tss_set(a, &one);
    tss_set(b, &two);
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&a, drop);
    tss_create(&b, drop);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    assert(order[0] == 1);
    tss_delete(a);
    tss_delete(b);
    return 0;
}
