// A pointer is used before the other thread has set it.
// expect: memory=FALSE
// states: 34
#include <pthread.h>
#include <stddef.h>

int x;
_Atomic(int *) shared;

static void *run(void *p) {
    shared = &x;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    *(volatile int *)shared = 1;
    pthread_join(t, NULL);
    return 0;
}
