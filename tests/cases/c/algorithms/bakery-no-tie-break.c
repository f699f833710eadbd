// Lamport's bakery that does not break ties: with equal numbers both enter.
// expect: assertion=FALSE data-race=FALSE
// states: 2704
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  choosing[me] = 1;
  int n = number[other] + 1;
  number[me] = n;
  choosing[me] = 0;
  while (choosing[other])
    ;
  for (;;) {
    int o = number[other];
    if (o == 0 || n <= o) // equal numbers: the smaller thread number should win
      break;
  }
  counter++;
  number[me] = 0;
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
