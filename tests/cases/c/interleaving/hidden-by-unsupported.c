// What a thread writes right before something that cannot be followed can still be seen.
// expect: assertion=FALSE pthread=UNKNOWN memory=UNKNOWN deadlock=UNKNOWN data-race=UNKNOWN arithmetic=UNKNOWN
// states: 25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void unknown_function(void);
atomic_int x;
static void *t(void *p) {
  x = 1;
  unknown_function();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  assert(x != 1);
  return 0;
}
