// Double-checked locking whose second check is missing: both threads initialise.
// expect: assertion=FALSE data-race=FALSE
// states: 187
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value, made;

static void *worker(void *arg) {
  (void)arg;
  if (!ready) {
    pthread_mutex_lock(&m);
    made++; // should test ready again
    value = 42;
    ready = 1;
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
