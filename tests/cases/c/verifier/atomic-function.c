// A function whose name begins with __VERIFIER_atomic_ is one step.
// expect: TRUE
// states: 51
#include <assert.h>
#include <pthread.h>

static volatile int x;

void __VERIFIER_atomic_increment(void) {
    int old = x;
    x = old + 1;
}

static void *run(void *p) {
    __VERIFIER_atomic_increment();
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
