// Unlike pthread_create, thrd_create has stored the identity before the new thread begins, also to the letter (C17 7.26.5.1).
// expect: TRUE
// options: --strict-standard
// states: 22
#include <assert.h>
#include <threads.h>

static thrd_t t;

static int run(void *p) {
    assert(thrd_equal(t, thrd_current()));
    return 0;
}

int main(void) {
    thrd_create(&t, run, NULL);
    thrd_join(t, NULL);
    return 0;
}
