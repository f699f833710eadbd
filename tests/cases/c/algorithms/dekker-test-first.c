// Dekker's algorithm where a thread looks at the other's flag before it sets its own: both enter.
// expect: assertion=FALSE data-race=FALSE
// states: 533
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  while (flag[other]) {
    while (turn != me)
      ;
  }
  flag[me] = 1; // should come before the test
  counter++;
  turn = other;
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
