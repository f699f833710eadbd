// One thread calls getenv while another one changes the environment (C17 7.22.4.6p2).
// expect: data-race=FALSE
// options: --env MODE=fast
// states: 12
#define _GNU_SOURCE
#include <stdlib.h>
#include <threads.h>

static int run(void *p) { return (void)p, getenv("MODE") == NULL; }

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    setenv("MODE", "slow", 1); // should come before or after the thread
    return thrd_join(t, NULL);
}
