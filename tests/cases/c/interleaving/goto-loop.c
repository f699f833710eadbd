// A loop made of goto, with a shared counter.
// expect: assertion=FALSE
// states: 483
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) { int i = 0; again: x = x + 1; if (++i < 2) goto again; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); t(0); pthread_join(a, 0); assert(x > 2); }
