// A pointer becomes shared by memcpy of an array of pointers.
// expect: data-race=FALSE assertion=FALSE
// states: 112
#include <pthread.h>
#include <string.h>
#include <assert.h>
int *g[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *x) { pthread_mutex_lock(&m); int *p = g[1]; pthread_mutex_unlock(&m); if (p) assert(*p == 0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0);
  int v = 0; int *l[2] = {0, &v};
  pthread_mutex_lock(&m); memcpy(g, l, sizeof l); pthread_mutex_unlock(&m); v = 1; pthread_join(id, 0); }
