// An atomic function that calls another one is one section.
// expect: TRUE
// states: 36
#include <pthread.h>
#include <assert.h>
int x, y;
static void __VERIFIER_atomic_in(void) { y++; }
static void __VERIFIER_atomic_out(void) { x++; __VERIFIER_atomic_in(); }
static void __VERIFIER_atomic_look(void) { assert(x == y); }
static void *t(void *p) { __VERIFIER_atomic_out(); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); __VERIFIER_atomic_look(); __VERIFIER_atomic_out(); __VERIFIER_atomic_look(); pthread_join(i, 0); }
