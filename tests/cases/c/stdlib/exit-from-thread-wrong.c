// A thread ends the process; the function registered with atexit races with the first thread.
// expect: data-race=FALSE
// states: 21
#include <pthread.h>
#include <stdlib.h>

static volatile int n;

static void clean(void) { n = 0; }

static void *run(void *p) { exit(0); }

int main(void) {
    pthread_t t;
    atexit(clean);
    pthread_create(&t, NULL, run, NULL);
    n = 1;
    pthread_join(t, NULL);
    return 0;
}
