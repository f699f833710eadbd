// Two sections that read the same variable.
// expect: assertion=FALSE
// states: 70
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int g;
static void *t(void *x) { __VERIFIER_atomic_begin(); g = 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); __VERIFIER_atomic_begin(); int a = g; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); int b = g; __VERIFIER_atomic_end(); assert(a == b); pthread_join(id, 0); }
