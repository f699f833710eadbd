// A ticket lock that takes its ticket in two steps: both threads get the same ticket.
// expect: assertion=FALSE data-race=FALSE
// states: 456
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  unsigned mine = next;
  next = mine + 1; // should be one step with the read
  while (serving != mine)
    ;
  counter++;
  serving = mine + 1;
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
