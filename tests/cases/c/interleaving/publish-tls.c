// A pointer to a thread-local variable becomes shared.
// expect: data-race=FALSE assertion=FALSE
// states: 56
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int *) g;
_Thread_local int v;
static void *t(void *x) { int *p = g; if (p) assert(*p == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); g = &v; v = 1; pthread_join(id, 0); }
