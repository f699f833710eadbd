// free races with a read.
// expect: data-race=FALSE memory=FALSE assertion=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 42
#include <pthread.h>
#include <stdlib.h>
int *g; volatile int sink;
static void *t(void *p) { sink = *g; return 0; }
int main(void) { pthread_t i; g = malloc(4); *g = 1; pthread_create(&i, 0, t, 0); free(g); pthread_join(i, 0); }
