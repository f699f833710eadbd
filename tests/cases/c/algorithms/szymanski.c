// Szymanski's algorithm for two threads excludes mutually.
// expect: TRUE
// states: 915
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2]; // 0 outside, 1 wants in, 2 waits in the room, 3 at the door, 4 in, door closed
static int counter;

static void *worker(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  flag[me] = 1;
  while (flag[other] >= 3)
    ;
  flag[me] = 3;
  if (flag[other] == 1) {
    flag[me] = 2;
    while (flag[other] != 4)
      ;
  }
  flag[me] = 4;
  while (me == 1 && flag[other] >= 2)
    ;
  counter++;
  while (me == 0 && (flag[other] == 2 || flag[other] == 3))
    ;
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
