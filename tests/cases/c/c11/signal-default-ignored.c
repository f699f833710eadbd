// SIGTERM is ignored: raise returns (C17 7.14.1.1).
// expect: assertion=FALSE
// states: 5
#include <assert.h>
#include <signal.h>

int main(void) {
    signal(SIGTERM, SIG_IGN);
    raise(SIGTERM);
    assert(0);
    return 0;
}
