// Memory that realloc has moved is shared if it is published, with all that it points to.
// expect: data-race=FALSE assertion=FALSE
// states: 162
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(int **) g;
static void *t(void *x) { int **p = g; if (p) assert(*p[0] == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v = 0; int **p = malloc(sizeof *p); p[0] = &v; p = realloc(p, 2 * sizeof *p); g = p; v = 1; pthread_join(id, 0); free(p); }
