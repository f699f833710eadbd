// A destructor sets the value of another key: the process is repeated, and that value is dropped too (C17 7.26.5.5).
// expect: TRUE
// states: 43
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static tss_t a, b;
static int object;

static void drop(void *p) { tss_set(b, malloc(1)); }

static int run(void *p) {
    tss_set(a, &object);
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&a, drop);
    tss_create(&b, free);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    tss_delete(a);
    tss_delete(b);
    return 0;
}
