// The default action of SIGABRT ends the process, so raise does not return; no handler of atexit runs (POSIX <signal.h>).
// expect: TRUE
// states: 6
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void never(void) { assert(0); }

int main(void) {
    atexit(never);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    assert(0);
    return 0;
}
