// A function that is registered twice is called twice, and one registered earlier after it (C17 7.22.4.2, 7.22.4.4).
// expect: TRUE
// states: 16
#include <assert.h>
#include <stdlib.h>

static int n;

static void check(void) { assert(n == 2); }
static void bump(void) { n++; }

int main(void) {
    atexit(check);
    atexit(bump);
    atexit(bump);
    exit(0);
}
