// Two copies to the same place race.
// expect: data-race=FALSE
// states: 52
#include <pthread.h>
#include <string.h>
char g[16]; char a[16] = "aaaaaaaaaaaaaaa";
static void *t(void *p) { volatile size_t n = 8; memcpy(g, a, n); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); volatile size_t n = 4; memcpy(g + 6, a, n); pthread_join(i, 0); }
