// pthread_exit of one thread calls no function of atexit (POSIX pthread_exit, DESCRIPTION).
// expect: TRUE
// states: 25
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int called;

static void count(void) { called++; }

static void *run(void *p) { pthread_exit(p); }

int main(void) {
    pthread_t t;
    atexit(count);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(called == 0);
    return 0;
}
