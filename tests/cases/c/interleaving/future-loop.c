// While the thread looks at z in its inner loop, only another round of the outer loop reads x again.
// expect: assertion=FALSE
// states: 940
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, z;
static void *t(void *p) {
  int first = 1, ready = 0;
  for (int i = 0; i < 2; i++) {
    int seen = x;
    assert(!(first == 0 && ready && seen == 1));
    first = seen;
    for (int j = 0; j < 2; j++)
      ready = z;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  x = 1;
  z = 1;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
