// Both stores before abort can be seen, one alone too.
// expect: assertion=FALSE
// states: 53
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x, y;
static void *t(void *p) { x = 1; y = 1; abort(); }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int a = y, b = x; assert(!(a == 1 && b == 1)); pthread_join(id, 0); }
