// Two consumers that test their condition only once: one is woken, but the other takes the item first.
// expect: assertion=FALSE
// options: --threads 3
// states: 883
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (items == 0) // should be while
    pthread_cond_wait(&filled, &m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return NULL;
}

static void produce(void) {
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, consumer, NULL);
  pthread_create(&u, NULL, consumer, NULL);
  produce();
  produce();
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
