// A thread calls exit while another holds a mutex in a handler.
// expect: TRUE
// states: 77
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
static void h(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
static void *t(void *p) { h(); return 0; }
int main(void) { pthread_t a; atexit(h); pthread_create(&a, 0, t, 0); pthread_detach(a); exit(0); }
