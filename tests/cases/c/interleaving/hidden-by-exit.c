// What a thread writes right before it ends the process at once can still be seen.
// expect: assertion=FALSE
// states: 17
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x;
static void *t(void *p) {
  x = 1;
  _Exit(0);
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  assert(x != 1);
  pthread_join(a, 0);
  return 0;
}
