// A thread takes back the only pointer to its local variable and returns, after main has read the pointer.
// expect: memory=FALSE data-race=FALSE
// states: 85
#include <pthread.h>
#include <stdatomic.h>
atomic_int *_Atomic where;
static void *t(void *p) {
  atomic_int local = 1;
  where = &local;
  where = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  atomic_int *at = where;
  if (at)
    *at = 2;
  pthread_join(a, 0);
  return 0;
}
