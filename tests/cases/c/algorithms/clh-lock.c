// A CLH lock (each thread spins on the node of its predecessor) excludes mutually.
// expect: TRUE
// states: 600
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked[3]; // a node each; the third is the first dummy
static atomic_int tail = 2;
static int counter;

static void *worker(void *arg) {
  int mine = (int)(long)arg;
  locked[mine] = 1;
  int before = atomic_exchange(&tail, mine);
  while (locked[before])
    ;
  counter++;
  locked[mine] = 0;
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
