// pthread_once: the second caller waits for the first.
// expect: TRUE
// states: 63
#include <pthread.h>
#include <assert.h>
pthread_once_t o = PTHREAD_ONCE_INIT; int x;
static void f(void) { x = x + 1; }
static void *t(void *p) { pthread_once(&o, f); assert(x == 1); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); t(0); pthread_join(a, 0); }
