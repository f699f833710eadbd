// A store right before main returns can be seen by others.
// expect: assertion=FALSE
// states: 50
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) { assert(x == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_detach(id); x = 1; return 0; }
