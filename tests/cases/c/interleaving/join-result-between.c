// Another thread runs between a join that stores a result and the next access.
// expect: assertion=FALSE
// states: 257
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic(void *) dummy; void *res; atomic_int y;
static void *e(void *p) { return (void *)1; }
static void *t(void *p) { y = 1; return 0; }
int main(void) { pthread_t i, j; pthread_create(&j, 0, t, 0); pthread_create(&i, 0, e, 0); int b = y; pthread_join(i, &res); int c = y; assert(b == c); pthread_join(j, 0); }
