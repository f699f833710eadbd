// tss_delete invokes no destructor, and afterwards the end of the thread does not either (C17 7.26.6.2).
// expect: TRUE
// states: 28
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object;

static void never(void *p) { assert(0); }

static int run(void *p) {
    tss_set(key, &object);
    tss_delete(key);
    return 0;
}

int main(void) {
    thrd_t t;
    tss_create(&key, never);
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    return 0;
}
