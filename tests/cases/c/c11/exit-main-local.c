// exit is called in main: a local of main still exists while the handlers run (C17 7.22.4.4, 6.2.4).
// expect: TRUE
// states: 11
#include <assert.h>
#include <stdlib.h>

static int *p;

static void check(void) { assert(*p == 7); }

int main(void) {
    int local = 7;
    p = &local;
    atexit(check);
    exit(0);
}
