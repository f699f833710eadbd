// An atomic section with malloc and free in it.
// expect: TRUE
// states: 24
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int x;
static void __VERIFIER_atomic_a(void) { x = 1; int *p = malloc(4); *p = 3; free(p); x = 0; }
static void __VERIFIER_atomic_look(void) { assert(x == 0); }
static void *t(void *p) { __VERIFIER_atomic_a(); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); __VERIFIER_atomic_look(); pthread_join(i, 0); }
