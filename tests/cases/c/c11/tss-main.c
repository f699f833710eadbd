// main returns: exit runs no destructor of thread-specific storage (C17 7.22.4.4; only thrd_exit does, 7.26.5.5).
// expect: TRUE
// states: 9
#include <assert.h>
#include <threads.h>

static tss_t key;
static int object;

static void never(void *p) { assert(0); }

int main(void) {
    tss_create(&key, never);
    tss_set(key, &object);
    return 0;
}
