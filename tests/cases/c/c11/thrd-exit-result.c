// thrd_exit in a nested function ends the thread and gives the result that thrd_join stores (C17 7.26.5.5, 7.26.5.6).
// expect: TRUE
// states: 23
#include <assert.h>
#include <threads.h>

static void leave(void) { thrd_exit(5); }

static int run(void *p) {
    leave();
    return 6;
}

int main(void) {
    thrd_t t;
    int result = 0;
    assert(thrd_create(&t, run, NULL) == thrd_success);
    assert(thrd_join(t, &result) == thrd_success);
    assert(result == 5);
    return 0;
}
