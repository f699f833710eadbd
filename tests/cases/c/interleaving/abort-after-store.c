// A store right before abort can be seen by others.
// expect: assertion=FALSE
// states: 16
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) { x = 1; abort(); }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); assert(x == 0); pthread_join(id, 0); }
