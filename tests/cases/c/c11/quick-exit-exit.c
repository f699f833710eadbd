// exit calls what atexit registered (C17 7.22.4.4).
// expect: assertion=FALSE
// states: 7
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
    exit(0);
}
