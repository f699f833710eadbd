// Without a cancellation point a cancelled thread goes on to its end.
// expect: assertion=FALSE
// states: 51
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) { x = 1; pthread_testcancel(); x = 2; return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_cancel(i); pthread_join(i, 0); assert(x == 2); }
