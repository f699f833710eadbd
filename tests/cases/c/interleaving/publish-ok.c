// An object is written, then published by an atomic store.
// expect: TRUE
// states: 109
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int *) g;
static void *t(void *x) { int *p = g; if (p) assert(*p == 2); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int *p = malloc(sizeof *p); *p = 1; *p = 2; g = p; pthread_join(id, 0); free(p); }
