// Right after its creation a thread may read what its creator goes on writing.
// expect: assertion=FALSE
// states: 35
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) {
  assert(x != 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  x = 1;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
