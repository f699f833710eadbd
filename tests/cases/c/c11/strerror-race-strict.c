// Two threads call strerror: C does not ask it to avoid data races with other calls (C17 7.24.6.2p3).
// expect: data-race=FALSE
// options: --strict-standard
// states: 54
#include <errno.h>
#include <string.h>
#include <threads.h>

static int run(void *p) { return (void)p, strerror(EINVAL) == NULL; }

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    run(NULL); // a race
    return thrd_join(t, NULL);
}
