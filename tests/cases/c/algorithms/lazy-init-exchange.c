// Lazy initialisation by compare-and-swap: who comes second frees its own instance.
// expect: TRUE
// states: 745
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
    int *none = NULL;
    if (!atomic_compare_exchange_strong(&instance, &none, p))
      free(p);
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
