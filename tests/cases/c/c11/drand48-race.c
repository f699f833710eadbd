// Two threads call drand48, which need not be safe with threads (POSIX 2.9.1), and is not in known libraries.
// expect: data-race=FALSE
// options: --nondet-range 0..1
// states: 38
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) { return drand48() < 0 ? p : NULL; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL); // a race
    return pthread_join(t, NULL);
}
