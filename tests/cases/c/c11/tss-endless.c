// A destructor that sets the value again is called again, but at most TSS_DTOR_ITERATIONS more times (C17 7.26.5.5).
// expect: TRUE
// states: 84
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object, calls;

static void drop(void *p) {
    calls++;
    tss_set(key, &object);
}

static int run(void *p) {
    tss_set(key, &object);
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&key, drop);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    assert(calls >= 2 && calls <= TSS_DTOR_ITERATIONS + 1);
    tss_delete(key);
    return 0;
}
