// A test-and-test-and-set lock excludes mutually.
// expect: TRUE
// states: 266
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  do {
    while (locked)
      ;
  } while (atomic_exchange(&locked, 1));
  counter++;
  locked = 0;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, NULL);
  assert(counter == 2);
  return 0;
}
