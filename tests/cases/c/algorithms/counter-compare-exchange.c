// A counter incremented by a loop around a weak compare-and-swap, which may fail for no reason.
// expect: TRUE
// states: 9247
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) {
    int old = counter;
    while (!atomic_compare_exchange_weak(&counter, &old, old + 1))
      ;
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
