// A test-and-set lock excludes mutually.
// expect: TRUE
// states: 326
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag locked = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  while (atomic_flag_test_and_set(&locked))
    ;
  counter++;
  atomic_flag_clear(&locked);
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
