// Reading and writing an atomic counter in two steps loses an update, without a data race.
// expect: assertion=FALSE
// states: 708
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) {
    counter = counter + 1;
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
