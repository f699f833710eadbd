// signal returns the function of the last call for the same signal, not for another one (C17 7.14.1.1).
// expect: assertion=FALSE
// states: 6
#include <assert.h>
#include <signal.h>

static void handle(int number) {}

int main(void) {
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, handle);
    assert(signal(SIGTERM, SIG_IGN) == handle);
    return 0;
}
