// Publishing a node publishes all that it points to.
// expect: data-race=FALSE assertion=FALSE
// states: 88
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
struct n { struct n *next; int v; };
_Atomic(struct n *) g;
static void *t(void *x) { struct n *p = g; if (p) assert(p->next->v == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  struct n b = {0, 0}, a = {&b, 0}; g = &a; b.v = 1; pthread_join(id, 0); }
