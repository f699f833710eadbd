// The threads choose in a loop, then access.
// expect: data-race=FALSE
// states: 5354
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
int x, y;
static void *t(void *p) { int n = 0; for (int i = 0; i < 3; i++) n += __VERIFIER_nondet_bool(); if (n == 2) x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int n = 0; for (int i = 0; i < 3; i++) n += __VERIFIER_nondet_bool(); if (n == 1) x = 2; pthread_join(a, 0); }
