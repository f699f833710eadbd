// A read in one atomic section and a write in the next: an update gets lost, without a race.
// expect: assertion=FALSE
// states: 134
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int x;

static void *run(void *p) {
    __VERIFIER_atomic_begin();
    int old = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = old + 1;
    __VERIFIER_atomic_end();
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
