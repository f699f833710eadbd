// C11 threads: call_once, and thread-specific storage with a destructor.
// expect: TRUE
// states: 99
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;

static void init(void) { assert(tss_create(&key, free) == thrd_success); }

static int run(void *p) {
    call_once(&once, init);
    int *own = malloc(sizeof *own);
    tss_set(key, own);
    assert(tss_get(key) == own);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    call_once(&once, init);
    assert(tss_get(key) == NULL);
    thrd_join(t, NULL);
    tss_delete(key);
    return 0;
}
