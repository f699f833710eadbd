// A destructor allocates a new value each time; the last one, after TSS_DTOR_ITERATIONS, is never freed (C17 7.26.5.5).
// expect: memory=FALSE
// states: 108
#include <stdlib.h>
#include <threads.h>

static tss_t key;

static void drop(void *p) {
    free(p);
    tss_set(key, malloc(1));
}

static int run(void *p) {
    tss_set(key, malloc(1));
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&key, drop);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    tss_delete(key);
    return 0;
}
