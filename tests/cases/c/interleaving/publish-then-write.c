// An object is published by an atomic store and written again afterwards.
// expect: data-race=FALSE assertion=FALSE
// states: 121
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int *) g;
static void *t(void *x) { int *p = g; if (p) assert(*p == 1); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int *p = malloc(sizeof *p); *p = 1; g = p; *p = 2; pthread_join(id, 0); free(p); }
