// Incrementing a plain counter in two threads loses an update, and is a data race.
// expect: assertion=FALSE data-race=FALSE
// states: 347
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++) {
    counter++;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  assert(counter == 4);
  return 0;
}
