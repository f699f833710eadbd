// Signalling after unlocking is fine: the condition was changed with the mutex locked.
// expect: TRUE
// states: 52
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int full;

static void *producer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  full = 1;
  pthread_mutex_unlock(&m);
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
