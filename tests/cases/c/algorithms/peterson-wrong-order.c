// Peterson's algorithm with the first two writes swapped: both enter.
// expect: assertion=FALSE data-race=FALSE
// states: 689
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  turn = other; // should come after the flag
  flag[me] = 1;
  while (flag[other] && turn == other)
    ;
  counter++;
  flag[me] = 0;
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
