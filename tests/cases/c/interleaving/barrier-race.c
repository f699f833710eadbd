// Writes on the same side of a barrier race.
// expect: data-race=FALSE
// states: 118
#include <pthread.h>
pthread_barrier_t b; int x;
static void *t(void *p) { pthread_barrier_wait(&b); x = 1; return 0; }
int main(void) { pthread_t i, j; pthread_barrier_init(&b, 0, 2); pthread_create(&i, 0, t, 0); pthread_create(&j, 0, t, 0); pthread_join(i, 0); pthread_join(j, 0); }
