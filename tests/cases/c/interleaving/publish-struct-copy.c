// A pointer becomes shared by the copy of a structure.
// expect: data-race=FALSE assertion=FALSE
// states: 112
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct n { int *p; long pad; };
struct n g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *x) { pthread_mutex_lock(&m); int *p = g.p; pthread_mutex_unlock(&m); if (p) assert(*p == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v = 0; struct n l; l.p = &v; l.pad = 0;
  pthread_mutex_lock(&m); g = l; pthread_mutex_unlock(&m); v = 1; pthread_join(id, 0); }
