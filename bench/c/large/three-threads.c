// Three threads draw tickets, compute something for each and add it to a shared sum, STEPS times each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STEPS
#define STEPS 4
#endif

enum { THREADS = 3 };

static atomic_uint next_ticket, sum;
static unsigned sums[THREADS];

static unsigned work(unsigned ticket) {
  unsigned h = ticket + 1;
  for (int i = 0; i < 3; i++)
    h = h * 5 + (h >> 3);
  return h;
}

static void *worker(void *arg) {
  long me = (long)arg;
  unsigned mine = 0;
  for (int step = 0; step < STEPS; step++) {
    unsigned result = work(next_ticket++);
    mine += result;
    sum += result;
  }
  sums[me] = mine;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 1; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  worker((void *)0);
  for (int i = 1; i < THREADS; i++)
    pthread_join(threads[i], NULL);

  unsigned expected = 0;
  for (unsigned ticket = 0; ticket < THREADS * STEPS; ticket++)
    expected += work(ticket);
  assert(next_ticket == THREADS * STEPS);
  assert(sum == expected);
  assert(sums[0] + sums[1] + sums[2] == expected);
  return 0;
}
