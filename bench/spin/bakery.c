// Lamport's bakery with three threads, ROUNDS rounds for each; the model is bakery.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

enum { N = 3 };

static atomic_int choosing[N], number[N], inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    int ticket = 0;
    choosing[me] = 1;
    for (int j = 0; j < N; j++) {
      int other = number[j];
      if (other > ticket)
        ticket = other;
    }
    ticket++;
    number[me] = ticket;
    choosing[me] = 0;
    for (int j = 0; j < N; j++) {
      if (j == me)
        continue;
      while (choosing[j])
        ;
      int other;
      do
        other = number[j];
      while (other && (other < ticket || (other == ticket && j < me)));
    }
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 1; i < N; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  worker((void *)0);
  for (int i = 1; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
