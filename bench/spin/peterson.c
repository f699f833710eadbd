// Peterson's mutual exclusion, ROUNDS rounds for each thread; the model is peterson.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

static atomic_int flag[2], turn, inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < ROUNDS; round++) {
    flag[me] = 1;
    turn = 1 - me;
    while (flag[1 - me] && turn == 1 - me)
      ;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, NULL);
  return 0;
}
