// A function with another name is not.
// expect: assertion=FALSE data-race=FALSE
// states: 185
#include <assert.h>
#include <pthread.h>

static volatile int x;

void atomic_increment(void) {
    int old = x;
    x = old + 1;
}

static void *run(void *p) {
    atomic_increment();
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
