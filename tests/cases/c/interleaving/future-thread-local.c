// main has no pointer to its thread-local variable while it looks at z, but reads the variable afterwards.
// expect: assertion=FALSE
// states: 59
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local atomic_int mine;
atomic_int z;
static void *t(void *p) {
  atomic_int *at = p;
  *at = 1;
  z = 1;
  *at = 2;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, &mine);
  if (z == 1)
    assert(mine != 1);
  pthread_join(a, 0);
  return 0;
}
