// A thread ends the process; the first thread never comes back from its join.
// expect: TRUE
// states: 19
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;

static void check(void) { assert(n == 1); }

static void *run(void *p) {
    n = 1;
    exit(0);
}

int main(void) {
    pthread_t t;
    atexit(check);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
