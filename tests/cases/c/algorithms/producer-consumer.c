// Producer and consumer with a mutex and two condition variables.
// expect: TRUE
// states: 340
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, slot;

static void *consumer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&m);
    while (!full)
      pthread_cond_wait(&filled, &m);
    assert(full && slot == i);
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consumer, NULL);
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&m);
    while (full)
      pthread_cond_wait(&emptied, &m);
    slot = i;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, NULL);
  return 0;
}
