// abort ends the program although the handler of SIGABRT returns, and runs no handler of atexit (C17 7.22.4.1).
// expect: TRUE
// states: 11
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t caught;

static void never(void) { assert(0); }

static void handle(int number) {
    assert(number == SIGABRT);
    caught = 1;
}

int main(void) {
    atexit(never);
    signal(SIGABRT, handle);
    abort();
}
