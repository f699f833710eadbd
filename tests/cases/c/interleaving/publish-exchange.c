// A pointer becomes shared by an atomic exchange.
// expect: data-race=FALSE assertion=FALSE
// states: 149
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int *) g;
static void *t(void *x) { int *p = atomic_load(&g); if (p) assert(*p == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v = 0; atomic_exchange(&g, &v); v = 1; pthread_join(id, 0); }
