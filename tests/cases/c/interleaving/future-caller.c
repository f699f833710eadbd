// While main looks at z in a function that does not know x, its caller will read x.
// expect: assertion=FALSE
// states: 40
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, z;
static __attribute__((noinline)) int look(void) { return z; }
static void *t(void *p) {
  x = 1;
  z = 1;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  if (look() == 1)
    assert(x != 1);
  pthread_join(a, 0);
  return 0;
}
