// Two threads call getenv: only what changes the environment races with it (C17 7.22.4.6p2).
// expect: TRUE
// options: --env MODE=fast
// states: 144
#include <stdlib.h>
#include <threads.h>

static int run(void *p) { return (void)p, getenv("MODE") == NULL; }

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    run(NULL);
    return thrd_join(t, NULL);
}
