// Peterson's algorithm, three rounds for each thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 3; round++) {
    flag[me] = 1;
    turn = 1 - me;
    while (flag[1 - me] && turn == 1 - me)
      ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    inside--;
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, 0);
  return 0;
}
