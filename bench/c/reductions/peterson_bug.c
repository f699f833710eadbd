// Peterson's mutual exclusion with a bug: each thread gives the turn to itself.
#include <assert.h>
#include <pthread.h>

volatile int flag[2];
volatile int turn;
volatile int in_critical;

void *worker(void *arg) {
  int me = (int)(long)arg;
  int other = 1 - me;

  flag[me] = 1;
  turn = me;
  while (flag[other] && turn == other)
    ;

  in_critical++;
  assert(in_critical == 1);
  in_critical--;

  flag[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
