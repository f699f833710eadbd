// A function that is registered twice is taken to be called once (C17 7.22.4.4: as many times as it was registered).
// expect: assertion=FALSE
// states: 14
#include <assert.h>
#include <stdlib.h>

static int n;

static void check(void) { assert(n == 1); }
static void bump(void) { n++; }

int main(void) {
    atexit(check);
    atexit(bump);
    atexit(bump);
    exit(0);
}
