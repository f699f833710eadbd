// A key without destructor: nobody frees the value of a thread that has ended (C17 7.26.5.5).
// expect: memory=FALSE
// states: 41
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
    tss_create(&b, NULL);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    tss_delete(a);
    tss_delete(b);
    return 0;
}
