// Between two atomic functions others may run.
// expect: assertion=FALSE
// states: 27
#include <pthread.h>
#include <assert.h>
int x, y;
static void __VERIFIER_atomic_a(void) { x++; }
static void __VERIFIER_atomic_b(void) { y++; }
static void __VERIFIER_atomic_look(void) { assert(x == y); }
static void *t(void *p) { __VERIFIER_atomic_a(); __VERIFIER_atomic_b(); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); __VERIFIER_atomic_look(); pthread_join(i, 0); }
