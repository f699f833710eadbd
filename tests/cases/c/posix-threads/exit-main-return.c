// The return of main calls exit while the other thread may not have run (POSIX pthread_create, DESCRIPTION).
// expect: assertion=FALSE
// states: 48
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic int done;

static void check(void) { assert(done == 1); }

static void *run(void *p) {
    done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    atexit(check);
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
