// A pointer to the thread-local variable of a thread that may have ended.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 73
#include <pthread.h>
#include <stdatomic.h>
_Thread_local int v = 3; _Atomic(int *) g;
static void *t(void *x) { g = &v; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int *p = g; volatile int s = 0; if (p) s = *p; pthread_join(a, 0); }
