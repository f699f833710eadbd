// The destructor looks for the value, which has been set to null before (C17 7.26.5.5).
// expect: assertion=FALSE
// states: 26
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object;

static void drop(void *p) { assert(tss_get(key) == p); }

static int run(void *p) {
    tss_set(key, &object);
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
