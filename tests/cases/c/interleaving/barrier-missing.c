// A barrier for three that only two reach.
// expect: deadlock=FALSE
// states: 39
#include <pthread.h>
pthread_barrier_t b;
static void *t(void *p) { pthread_barrier_wait(&b); return 0; }
int main(void) { pthread_t i, j; pthread_barrier_init(&b, 0, 3); pthread_create(&i, 0, t, 0); pthread_create(&j, 0, t, 0); pthread_join(i, 0); pthread_join(j, 0); }
