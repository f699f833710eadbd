// Store buffering: with sequentially consistent atomics at least one thread sees the store of the other.
// expect: TRUE
// states: 96
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r0, r1;

static void *other(void *arg) {
  (void)arg;
  y = 1;
  r1 = x;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  x = 1;
  r0 = y;
  pthread_join(t, NULL);
  assert(r0 == 1 || r1 == 1);
  return 0;
}
