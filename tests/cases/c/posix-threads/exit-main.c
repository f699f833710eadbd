// Main ends by pthread_exit: the process goes on until the last thread has ended, and only then calls the functions of atexit (POSIX pthread_exit, DESCRIPTION).
// expect: TRUE
// states: 31
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
    pthread_exit(NULL);
}
