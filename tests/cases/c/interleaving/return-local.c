// The address of a thread's local variable as its result.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 26
#include <pthread.h>
static void *t(void *x) { int v = 1; void *volatile r = &v; return r; }
int main(void) { pthread_t a; void *r; pthread_create(&a, 0, t, 0); pthread_join(a, &r); return *(int *)r; }
