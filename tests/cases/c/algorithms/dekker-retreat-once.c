// Dekker's algorithm where a thread that gave way does not look at the other's flag again: both enter.
// expect: assertion=FALSE data-race=FALSE
// states: 652
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  flag[me] = 1;
  if (flag[other] && turn != me) { // should be a loop over flag[other]
    flag[me] = 0;
    while (turn != me && flag[other])
      ;
    flag[me] = 1;
  }
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
