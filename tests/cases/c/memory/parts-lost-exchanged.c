// Who comes second frees the block of the first: nothing is lost, but the last block is still there at the end.
// expect: valid-memtrack=TRUE valid-deref=TRUE valid-free=TRUE memory=TRUE valid-memcleanup=FALSE
// runs: all
// states: 210
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) kept;

static void *publish(void *arg) {
    free(atomic_exchange(&kept, malloc(4)));
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, publish, NULL);
    publish(NULL);
    pthread_join(thread, NULL);
    assert(kept);
    return 0;
}
