// main writes a thread-local variable of another thread, which holds its address in no register.
// expect: assertion=FALSE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local atomic_int mine;
atomic_int *_Atomic where;
atomic_int y;
static void *t(void *p) {
  where = &mine;
  y = 1;
  assert(mine != 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  atomic_int *at = where;
  if (at) {
    *at = 1;
    *at = 2;
  }
  pthread_join(a, 0);
  return 0;
}
