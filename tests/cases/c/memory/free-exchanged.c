// Two threads want to free: the one that gets the pointer out of the variable does it.
// expect: TRUE
// states: 187
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *run(void *p) {
    free(atomic_exchange(&shared, NULL));
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
