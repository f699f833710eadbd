// A pointer becomes shared as an integer.
// expect: data-race=FALSE assertion=FALSE
// states: 66
#include <pthread.h>
#include <assert.h>
#include <stdint.h>
#include <stdatomic.h>
atomic_uintptr_t g;
static void *t(void *x) { int *p = (int *)g; if (p) assert(*p == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v = 0; g = (uintptr_t)&v; v = 1; pthread_join(id, 0); }
