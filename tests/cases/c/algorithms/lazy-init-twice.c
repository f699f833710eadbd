// Lazy initialisation by test and store: both threads make an instance, and one is lost.
// expect: memory=FALSE
// states: 342
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) instance; // not static: else the optimiser makes the allocation a global variable

static void *user(void *arg) {
  (void)arg;
  if (!instance) {
    int *p = malloc(sizeof *p);
    if (!p)
      abort();
    *p = 42;
    instance = p; // should succeed only if it is still null
  }
  assert(*instance == 42);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  return 0; // the instance is still reachable: no leak
}
