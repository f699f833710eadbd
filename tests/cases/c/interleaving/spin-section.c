// A loop around an atomic function waits for another thread.
// expect: TRUE
// states: 24
#include <pthread.h>
#include <assert.h>
int g;
static void __VERIFIER_atomic_w(void) { g = 1; }
static int __VERIFIER_atomic_r(void) { return g; }
static void *t(void *x) { __VERIFIER_atomic_w(); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); while (!__VERIFIER_atomic_r()) ; assert(g == 1); pthread_join(id, 0); }
