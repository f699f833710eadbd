// A producer that does not take the lock: it signals between the test of the consumer and its wait, and the wake-up is lost.
// expect: deadlock=FALSE
// states: 55
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int full;

static void *producer(void *arg) {
  (void)arg;
  full = 1; // should be done with the mutex locked
  pthread_cond_signal(&filled);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  while (!full)
    pthread_cond_wait(&filled, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
