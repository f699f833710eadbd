// An assumption that comes after the assertion does not help it.
// expect: assertion=FALSE
// states: 34
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static _Atomic int x;

static void *run(void *p) {
    x = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    assert(x == 1);
    __VERIFIER_assume(x == 1);
    pthread_join(t, NULL);
    return 0;
}
