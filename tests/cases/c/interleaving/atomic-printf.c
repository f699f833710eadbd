// An atomic function that prints is one section.
// expect: TRUE
// states: 24
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
int x;
static void __VERIFIER_atomic_a(void) { x = 1; printf("%d\n", x); x = 0; }
static void __VERIFIER_atomic_look(void) { assert(x == 0); }
static void *t(void *p) { __VERIFIER_atomic_a(); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); __VERIFIER_atomic_look(); pthread_join(i, 0); }
