// Two calls of an atomic function that only reads: another thread may write in between.
// expect: assertion=FALSE
// states: 112
#include <assert.h>
#include <pthread.h>

int g;

static void __VERIFIER_atomic_write(void) { g = 1; }
static int __VERIFIER_atomic_read(void) { return g; }

static void *run(void *p) {
    __VERIFIER_atomic_write();
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int a = __VERIFIER_atomic_read(), b = __VERIFIER_atomic_read();
    assert(a == b);
    pthread_join(t, 0);
    return 0;
}
