// A loop that chooses cuts the section in two; the assumption fails inside, so nothing of it is noticed.
// expect: TRUE
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
    __VERIFIER_assume(0);
    __VERIFIER_atomic_end();
    return 0;
}
