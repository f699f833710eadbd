// Two threads allocate lazily; the one that comes second frees its block.
// expect: TRUE
// states: 492
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *run(void *p) {
    if (!shared) {
        int *none = NULL, *own = malloc(sizeof *own);
        if (!atomic_compare_exchange_strong(&shared, &none, own))
            free(own);
    }
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
