// Double-checked locking with a flag that is not atomic: it works under sequential consistency, but it is a race.
// expect: data-race=FALSE
// states: 151
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int ready;
static int value, made;

static void *worker(void *arg) {
  (void)arg;
  if (!ready) {
    pthread_mutex_lock(&m);
    if (!ready) {
      made++;
      value = 42;
      ready = 1;
    }
    pthread_mutex_unlock(&m);
  }
  assert(value == 42);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  assert(made == 1);
  return 0;
}
