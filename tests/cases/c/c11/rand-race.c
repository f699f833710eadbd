// Two threads call rand, which is safe with threads in known libraries: an assumption that is said.
// expect: TRUE
// options: --nondet-range 0..1
// states: 80
#include <stdlib.h>
#include <threads.h>

static int run(void *p) { return (void)p, rand(); }

int main(void) {
    thrd_t t;
    srand(1);
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    int mine = rand();
    thrd_join(t, NULL);
    return mine;
}
