// quick_exit calls what at_quick_exit registered and nothing that atexit registered (C17 7.22.4.7).
// expect: TRUE
// states: 12
#include <assert.h>
#include <stdlib.h>

static int n;

static void never(void) { assert(0); }
static void check(void) { assert(n == 1); }
static void bump(void) { n++; }

int main(void) {
    atexit(never);
    at_quick_exit(check);
    at_quick_exit(bump);
    quick_exit(0);
}
