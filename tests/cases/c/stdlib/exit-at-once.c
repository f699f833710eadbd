// _Exit and abort run no function registered with atexit; a call of abort is no violation.
// expect: TRUE
// states: 6
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void never(void) { assert(0); }

int main(void) {
    atexit(never);
    if (__VERIFIER_nondet_bool())
        _Exit(0);
    abort();
}
