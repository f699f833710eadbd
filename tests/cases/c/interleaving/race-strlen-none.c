// strlen does not read behind the end of the string.
// expect: TRUE
// states: 40
#include <pthread.h>
#include <string.h>
char g[8] = "abc";
static void *t(void *p) { g[4] = 'x'; return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); int n = strlen(g); pthread_join(i, 0); return n - 3; }
