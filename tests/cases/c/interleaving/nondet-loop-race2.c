// Both threads access in a loop with a choice.
// expect: data-race=FALSE
// states: 63
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
int x;
static void *t(void *p) { while (__VERIFIER_nondet_bool()) x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); while (__VERIFIER_nondet_bool()) x = 2; pthread_join(a, 0); }
