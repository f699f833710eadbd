// Dekker's algorithm excludes mutually.
// expect: TRUE
// states: 567
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  flag[me] = 1;
  while (flag[other]) {
    if (turn != me) {
      flag[me] = 0;
      while (turn != me)
        ;
      flag[me] = 1;
    }
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
