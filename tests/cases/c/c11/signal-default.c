// The default action of SIGTERM ends the process, so raise does not return (POSIX <signal.h>, Signal Actions).
// expect: TRUE
// states: 5
#include <assert.h>
#include <signal.h>

int main(void) {
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    assert(0);
    return 0;
}
