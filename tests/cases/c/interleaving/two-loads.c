// Between the two loads of main the other thread runs completely: nothing but the loads separates them.
// expect: assertion=FALSE
// states: 117
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *t(void *p) {
  x = 1;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  int r1 = x, r2 = y;
  assert(!(r1 == 0 && r2 == 1));
  pthread_join(a, 0);
  return 0;
}
