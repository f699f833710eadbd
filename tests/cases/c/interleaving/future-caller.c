// While the thread is in a function that does not know x, its caller will read x again.
// expect: assertion=FALSE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static __attribute__((noinline)) void other(void) { y = 1; }
static void *t(void *p) {
  int first = x;
  other();
  int second = x;
  assert(!(first == 0 && second == 1));
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  y = 5;
  x = 1;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
