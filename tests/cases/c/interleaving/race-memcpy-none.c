// Two copies side by side do not race.
// expect: TRUE
// states: 52
#include <pthread.h>
#include <string.h>
char g[16]; char a[16] = "aaaaaaaaaaaaaaa";
static void *t(void *p) { volatile size_t n = 8; memcpy(g, a, n); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); volatile size_t n = 8; memcpy(g + 8, a, n); pthread_join(i, 0); }
