// A thread gets the address of a local variable of a function that may return before.
// expect: memory=FALSE data-race=FALSE
// states: 16
#include <pthread.h>

static pthread_t t;

static void *run(void *p) {
    *(volatile int *)p = 1;
    return NULL;
}

__attribute__((noinline)) static void start(void) {
    volatile int x = 0;
    pthread_create(&t, NULL, run, (void *)&x);
}

int main(void) {
    start();
    pthread_join(t, NULL);
    return 0;
}
