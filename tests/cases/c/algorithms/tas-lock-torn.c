// A lock whose test and set are two steps: both threads see it free.
// expect: assertion=FALSE data-race=FALSE
// states: 136
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  while (locked)
    ;
  locked = 1; // should be one step with the test
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
