// Two threads call rand: C does not ask it to avoid data races with other calls (C17 7.22.2.1p3).
// expect: data-race=FALSE
// options: --strict-standard --nondet-range 0..1
// states: 91
#include <stdlib.h>
#include <threads.h>

static int run(void *p) { return (void)p, rand(); }

int main(void) {
    thrd_t t;
    srand(1);
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    int mine = rand(); // a race
    thrd_join(t, NULL);
    return mine;
}
