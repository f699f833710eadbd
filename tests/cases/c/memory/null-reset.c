// A pointer is tested, then reset by the other thread, then used.
// expect: memory=FALSE
// states: 59
#include <pthread.h>
#include <stddef.h>

static int x;
static _Atomic(int *) shared = &x;

static void *run(void *p) {
    shared = NULL;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (shared)
        *(volatile int *)shared = 1;
    pthread_join(t, NULL);
    return 0;
}
