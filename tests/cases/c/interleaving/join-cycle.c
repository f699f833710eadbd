// Threads that join each other.
// expect: deadlock=FALSE
// states: 159
#include <pthread.h>
#include <stdatomic.h>
_Atomic pthread_t a, b; atomic_int ready;
static void *t(void *p) { while (!ready) ; pthread_join(p ? a : b, 0); return 0; }
int main(void) { pthread_t x, y; pthread_create(&x, 0, t, 0); pthread_create(&y, 0, t, (void *)1); a = x; b = y; ready = 1; pthread_exit(0); }
