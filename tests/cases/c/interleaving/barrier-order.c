// A barrier orders what lies before and behind it.
// expect: TRUE
// states: 279
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b; int x[2];
static void *t(void *p) { long i = (long)p; x[i] = 1; pthread_barrier_wait(&b); assert(x[1 - i] == 1); return 0; }
int main(void) { pthread_t i, j; pthread_barrier_init(&b, 0, 2); pthread_create(&i, 0, t, (void *)0); pthread_create(&j, 0, t, (void *)1); pthread_join(i, 0); pthread_join(j, 0); pthread_barrier_destroy(&b); }
