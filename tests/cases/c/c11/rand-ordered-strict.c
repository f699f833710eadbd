// Two threads call rand, and srand before that, one after the other.
// expect: TRUE
// options: --strict-standard --nondet-range 0..1
// states: 48
#include <stdlib.h>
#include <threads.h>

static int run(void *p) { return (void)p, rand(); }

int main(void) {
    thrd_t t;
    srand(1);
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    thrd_join(t, NULL);
    int mine = rand();
    return mine;
}
