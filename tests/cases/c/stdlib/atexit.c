// Functions registered with atexit run in reverse order when main returns.
// expect: TRUE
// states: 15
#include <assert.h>
#include <stdlib.h>

static int n;

static void first(void) { assert(n == 2); }
static void second(void) { n++; }

int main(void) {
    atexit(first);
    atexit(second);
    n++;
    return 0;
}
