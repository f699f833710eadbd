// strlen races with a write behind the first byte.
// expect: data-race=FALSE
// states: 40
#include <pthread.h>
#include <string.h>
char g[8] = "abc";
static void *t(void *p) { g[2] = 'x'; return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); int n = strlen(g); pthread_join(i, 0); return n - 3; }
