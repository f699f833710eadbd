// A second thread is created in an atomic section, while a first one runs.
// expect: TRUE
// states: 95
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x; pthread_t i, j;
static void *t(void *p) { __VERIFIER_atomic_begin(); assert(x != 1); __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_create(&j, 0, t, 0); __VERIFIER_atomic_begin(); x = 1; pthread_create(&i, 0, t, 0); x = 2; __VERIFIER_atomic_end(); pthread_join(i, 0); pthread_join(j, 0); }
