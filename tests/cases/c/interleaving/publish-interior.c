// A pointer into the middle of a local array becomes shared.
// expect: data-race=FALSE assertion=FALSE
// states: 66
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int *) g;
static void *t(void *x) { int *p = g; if (p) assert(p[-1] == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v[3] = {0}; g = &v[1]; v[0] = 1; pthread_join(id, 0); }
