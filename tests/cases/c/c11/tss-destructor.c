// At the end of a thread the value is set to null, then the destructor gets the previous one (C17 7.26.5.5).
// expect: TRUE
// states: 47
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object, calls;

static void drop(void *p) {
    assert(p == &object);
    assert(tss_get(key) == NULL);
    calls++;
}

static int run(void *p) {
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &object) == thrd_success);
    return 0;
}

int main(void) {
    thrd_t t;
    assert(tss_create(&key, drop) == thrd_success);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    assert(calls == 1);
    tss_delete(key);
    return 0;
}
