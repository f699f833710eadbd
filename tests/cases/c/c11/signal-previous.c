// signal returns the function of the last call for the same signal (C17 7.14.1.1).
// expect: TRUE
// states: 9
#include <assert.h>
#include <signal.h>

static void handle(int number) {}

int main(void) {
    signal(SIGTERM, handle);
    assert(signal(SIGTERM, SIG_IGN) == handle);
    assert(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    return 0;
}
