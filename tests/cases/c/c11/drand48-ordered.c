// Two threads call drand48 one after the other.
// expect: TRUE
// options: --nondet-range 0..1
// states: 23
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) { return drand48() < 0 ? p : NULL; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return run(NULL) != NULL;
}
