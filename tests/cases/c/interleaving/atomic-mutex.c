// A mutex is taken inside of an atomic section.
// expect: TRUE
// states: 70
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p) { __VERIFIER_atomic_begin(); pthread_mutex_lock(&m); x++; __VERIFIER_atomic_end(); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_mutex_lock(&m); int l = x; x = l + 1; pthread_mutex_unlock(&m); pthread_join(i, 0); assert(x == 2); }
