// A counter incremented by a compare-and-swap that is not repeated when it fails.
// expect: assertion=FALSE
// states: 5585
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) {
    int old = counter;
    atomic_compare_exchange_strong(&counter, &old, old + 1); // should be tried again if it fails
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  assert(counter == 4);
  return 0;
}
