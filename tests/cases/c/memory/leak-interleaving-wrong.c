// Two threads allocate lazily; if both do, one block is lost.
// expect: memory=FALSE
// states: 104
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *run(void *p) {
    if (!shared)
        shared = malloc(sizeof(int));
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    free(shared);
    return 0;
}
