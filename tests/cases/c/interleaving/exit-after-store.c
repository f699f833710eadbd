// A store right before exit can be seen by others.
// expect: assertion=FALSE data-race=FALSE
// states: 16
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int x;
static void *t(void *p) { x = 1; exit(0); }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); assert(x == 0); pthread_join(id, 0); }
