// A thread that is created in an atomic section runs after it.
// expect: TRUE
// states: 17
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x; pthread_t i;
static void *t(void *p) { __VERIFIER_atomic_begin(); assert(x == 2); __VERIFIER_atomic_end(); return 0; }
int main(void) { __VERIFIER_atomic_begin(); x = 1; pthread_create(&i, 0, t, 0); x = 2; __VERIFIER_atomic_end(); pthread_join(i, 0); }
