// A section races with a plain access.
// expect: data-race=FALSE
// states: 21
#include <pthread.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x, y;
static void *t(void *p) { __VERIFIER_atomic_begin(); y = 1; x = 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); x = 2; pthread_join(i, 0); }
