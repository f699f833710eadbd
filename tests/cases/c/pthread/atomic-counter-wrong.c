// An atomic load and an atomic store are no atomic increment: an update gets lost, without a data race.
// expect: assertion=FALSE
// states: 211
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *run(void *p) {
    atomic_store(&count, atomic_load(&count) + 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
