// A freed block comes back from malloc at the same address: the compare-exchange takes the new block for the old.
// expect: assertion=FALSE
// states: 1168
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;
static atomic_int generation = 1;

static void *replace(void *p) {
    free(atomic_exchange(&shared, NULL));
    int *own = malloc(sizeof *own);
    *own = 2;
    generation = 2;
    shared = own;
    return p;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof(int));
    *shared = 1;
    pthread_create(&t, NULL, replace, NULL);
    int *old = shared, seen = generation;
    if (old && atomic_compare_exchange_strong(&shared, &old, NULL)) {
        assert(*old == seen);
        free(old);
    }
    pthread_join(t, NULL);
    free(shared);
    return 0;
}
