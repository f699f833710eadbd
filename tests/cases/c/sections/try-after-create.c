// A worker that is created under a lock may find it taken: giving the lock back is not one step with the creation.
// expect: assertion=FALSE
// runs: all
// states: 39
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *tries(void *arg) {
  int taken = pthread_mutex_trylock(&m);
  assert(!taken);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, tries, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
