// A ticket lock with fetch-and-add excludes mutually.
// expect: TRUE
// states: 380
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static void *worker(void *arg) {
  (void)arg;
  unsigned mine = atomic_fetch_add(&next, 1);
  while (serving != mine)
    ;
  counter++;
  serving = mine + 1;
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
