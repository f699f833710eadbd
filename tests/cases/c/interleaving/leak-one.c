// Memory is lost in one order only.
// expect: memory=FALSE
// states: 102
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(void *) g;
static void *t(void *p) { g = malloc(1); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); void *p = g; if (!p) g = malloc(2); pthread_join(i, 0); free(p); if (!p) free(g); }
