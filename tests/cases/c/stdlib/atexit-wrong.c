// The function registered first runs last, and finds the counter changed.
// expect: assertion=FALSE
// states: 13
#include <assert.h>
#include <stdlib.h>

static int n;

static void first(void) { assert(n == 1); }
static void second(void) { n++; }

int main(void) {
    atexit(first);
    atexit(second);
    n++;
    return 0;
}
