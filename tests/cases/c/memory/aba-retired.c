// The old block is kept until nobody can compare with its address any more.
// expect: TRUE
// states: 960
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;
static atomic_int generation = 1;
static int *retired;

static void *replace(void *p) {
    retired = atomic_exchange(&shared, NULL);
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
    int mine = old && atomic_compare_exchange_strong(&shared, &old, NULL);
    if (mine)
        assert(*old == seen);
    pthread_join(t, NULL);
    if (mine)
        free(old);
    free(retired);
    free(shared);
    return 0;
}
