// The lock is given back before the worker is created: its try does not fail.
// expect: TRUE
// runs: all
// states: 28
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
  pthread_mutex_unlock(&m);
  pthread_create(&t, 0, tries, 0);
  pthread_join(t, 0);
}
