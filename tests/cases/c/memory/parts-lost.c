// Of two blocks that threads publish in one pointer one is lost. A leak is not undefined behaviour: it ends nothing, so
// the other two parts of memory, and what is asserted afterwards, are decided.
// expect: memory=FALSE valid-memtrack=FALSE valid-deref=TRUE valid-free=TRUE valid-memcleanup=FALSE
// runs: all
// states: 64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) kept;

static void *publish(void *arg) {
    kept = malloc(4);
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
