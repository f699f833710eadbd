// main returns: the lifetime of its locals has ended when the handlers run (C17 5.1.2.2.3, footnote).
// expect: memory=FALSE
// states: 10
#include <stdlib.h>

static int *p, seen;

static void check(void) { seen = *p; }

int main(void) {
    int local = 7;
    p = &local;
    atexit(check);
    return 0;
}
