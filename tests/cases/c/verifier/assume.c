// Executions in which the assumption fails are left out; the thread that fails is not stuck.
// expect: TRUE
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
    __VERIFIER_assume(x == 1);
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
