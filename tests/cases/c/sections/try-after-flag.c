// Who sees the flag, which is set under the lock, may still find the lock taken.
// expect: assertion=FALSE
// runs: all
// states: 61
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static void *sets(void *arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  if (flag) {
    int taken = pthread_mutex_trylock(&m);
    assert(!taken);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, 0);
}
