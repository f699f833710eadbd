// Only one thread gets the block: it is freed once, and each part of memory holds by itself.
// expect: valid-deref=TRUE valid-free=TRUE valid-memtrack=TRUE memory=TRUE
// runs: all
// states: 316
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) block;

static void *release(void *arg) {
    char *seen = atomic_exchange(&block, NULL);
    free(seen);
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
