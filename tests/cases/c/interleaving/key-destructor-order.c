// The destructor of a key runs before the join returns.
// expect: TRUE
// states: 52
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
pthread_key_t k; int x;
static void d(void *p) { x = *(int *)p; free(p); }
static void *t(void *p) { int *q = malloc(4); *q = 5; pthread_setspecific(k, q); return 0; }
int main(void) { pthread_t a; pthread_key_create(&k, d); pthread_create(&a, 0, t, 0); pthread_join(a, 0); assert(x == 5); pthread_key_delete(k); }
