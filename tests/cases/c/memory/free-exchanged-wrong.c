// Two threads test a pointer, free and reset it: both may free.
// expect: memory=FALSE data-race=FALSE
// states: 230
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *run(void *p) {
    int *own = shared;
    if (own) {
        shared = NULL;
        free(own);
    }
    return p;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof(int));
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
