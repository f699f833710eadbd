// Both threads may see the block before one of them takes it: then it is freed twice (7.22.3.3p2). valid-free is violated;
// an access out of bounds or a leak is in no execution, but after the second free nothing is certain. The frees race (both write).
// expect: memory=FALSE valid-free=FALSE valid-deref=UNKNOWN valid-memtrack=UNKNOWN assertion=UNKNOWN data-race=FALSE
// runs: all
// states: 230
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) block;

static void *release(void *arg) {
    char *seen = block;
    if (seen) {
        block = NULL;
        free(seen);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    block = malloc(4);
    pthread_create(&thread, NULL, release, NULL);
    release(NULL);
    pthread_join(thread, NULL);
    return 0;
}
