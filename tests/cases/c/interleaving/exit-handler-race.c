// A handler of exit runs while a thread writes.
// expect: data-race=FALSE
// states: 59
#include <pthread.h>
#include <stdlib.h>
int x;
static void h(void) { x = 1; }
static void *t(void *p) { x = 2; return 0; }
int main(void) { pthread_t a; atexit(h); pthread_create(&a, 0, t, 0); pthread_detach(a); return 0; }
