// Detached threads go on after pthread_exit of main.
// expect: assertion=FALSE
// states: 934
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
static void *t(void *p) { int l = x; x = l + 1; if (p) assert(x != 1); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_detach(a); pthread_create(&a, 0, t, (void *)1); pthread_detach(a); pthread_exit(0); }
