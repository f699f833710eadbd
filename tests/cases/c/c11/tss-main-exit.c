// main ends by thrd_exit, which runs the destructor (C17 7.26.5.5).
// expect: assertion=FALSE
// states: 9
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object;

static void never(void *p) { assert(0); }

int main(void) {
    tss_create(&key, never);
    tss_set(key, &object);
    thrd_exit(0);
}
