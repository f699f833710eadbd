// volatile is no synchronisation.
// expect: data-race=FALSE
// states: 31
#include <pthread.h>
volatile int x;
static void *t(void *p) { x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int r = x; pthread_join(a, 0); return r * 0; }
