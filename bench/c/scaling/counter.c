// A counter protected by a mutex: THREADS threads increment it twice each.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2 * THREADS);
  return 0;
}
