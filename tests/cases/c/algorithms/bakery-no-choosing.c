// Lamport's bakery without the choosing flags: a thread that is still choosing is overlooked.
// expect: assertion=FALSE data-race=FALSE
// states: 2959
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number[2];
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  int n = number[other] + 1;
  number[me] = n;
  for (;;) {
    int o = number[other];
    if (o == 0 || n < o || (n == o && me < other))
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
