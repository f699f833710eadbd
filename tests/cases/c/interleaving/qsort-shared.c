// The comparison function of qsort accesses shared memory.
// expect: data-race=FALSE
// states: 380
#include <pthread.h>
#include <stdlib.h>
int n;
static int cmp(const void *a, const void *b) { n++; return *(const int *)a - *(const int *)b; }
static void *t(void *x) { n = 0; return 0; }
int main(void) { pthread_t a; int v[3] = {3, 1, 2}; pthread_create(&a, 0, t, 0); qsort(v, 3, sizeof v[0], cmp); pthread_join(a, 0); }
