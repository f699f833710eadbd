// Of two locks that are given back one after the other, the outer one may still be taken when the inner one is free.
// expect: assertion=FALSE
// runs: all
// states: 113
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *both(void *arg) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  done = 1;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, both, 0);
  pthread_mutex_lock(&inner);
  int seen = done;
  pthread_mutex_unlock(&inner);
  if (seen) {
    int taken = pthread_mutex_trylock(&outer);
    assert(!taken);
    pthread_mutex_unlock(&outer);
  }
  pthread_join(t, 0);
}
