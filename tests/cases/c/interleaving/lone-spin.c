// A thread runs for ever where nobody can notice it; a later one must not be put off.
// expect: assertion=FALSE
// states: 358
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int started;
static void *spin(void *p) {
  started = 1;
  for (volatile int i = 0;; i++)
    if (i > 3)
      i = 0;
}
static void *t(void *p) {
  assert(!started);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, spin, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(b, 0);
  return 0;
}
