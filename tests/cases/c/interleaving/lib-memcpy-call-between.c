// Another thread runs between a call of memcpy and the next access.
// expect: assertion=FALSE data-race=FALSE
// states: 91
#include <pthread.h>
#include <string.h>
#include <assert.h>
char s[4]; int flag;
static void *t(void *p) { s[0] = 1; flag = 1; return 0; }
int main(void) { pthread_t i; char l[4]; pthread_create(&i, 0, t, 0); volatile size_t n = 4; memcpy(l, s, n); int f = flag; assert(!(l[0] == 0 && f == 1)); pthread_join(i, 0); }
