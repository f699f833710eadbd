// A loop that chooses cuts the section in two; its end is noticed although nothing is written in the second part, before the assumption fails.
// expect: assertion=FALSE
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int cond);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *run(void *p) {
    __VERIFIER_atomic_begin();
    int seen = x;
    __VERIFIER_atomic_end();
    assert(seen != 2);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    __VERIFIER_atomic_begin();
    while (__VERIFIER_nondet_bool()) x = (x + 1) & 3;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(0);
    return 0;
}
