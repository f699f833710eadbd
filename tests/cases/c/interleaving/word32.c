// A thread hands a pointer back in 32 bits.
// expect: TRUE
// word: 32
// states: 34
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static void *t(void *x) { long *p = malloc(sizeof *p); *p = sizeof(long); return p; }
int main(void) { pthread_t a; void *r; pthread_create(&a, 0, t, 0); pthread_join(a, &r); assert(*(long *)r == 4); free(r); }
