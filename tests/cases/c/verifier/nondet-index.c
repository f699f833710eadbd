// An index from outside is within the array, and each thread has its own.
// expect: TRUE
// states: 393
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static _Atomic int a[2];

static void *run(void *p) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 2);
    a[i]++;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(a[0] + a[1] == 2);
    return 0;
}
