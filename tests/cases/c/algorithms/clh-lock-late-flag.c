// A CLH lock that queues its node before marking it as locked: the successor passes.
// expect: assertion=FALSE data-race=FALSE
// states: 812
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked[3]; // a node each; the third is the first dummy
static atomic_int tail = 2;
static int counter;

static void *worker(void *arg) {
  int mine = (int)(long)arg;
  int before = atomic_exchange(&tail, mine);
  locked[mine] = 1; // should come before the exchange
  while (locked[before])
    ;
  counter++;
  locked[mine] = 0;
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
