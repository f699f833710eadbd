// A counter incremented by fetch-and-add.
// expect: TRUE
// states: 1202
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) {
    atomic_fetch_add(&counter, 1);
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
