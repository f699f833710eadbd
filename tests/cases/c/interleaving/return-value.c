// A heap object handed over as the result of a thread.
// expect: TRUE
// states: 40
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static void *t(void *x) { int *p = malloc(sizeof *p); *p = 7; return p; }
int main(void) { pthread_t a; void *r; pthread_create(&a, 0, t, 0); pthread_join(a, &r); *(int *)r += 1; assert(*(int *)r == 8); free(r); }
