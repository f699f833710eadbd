// A recursive mutex is free after as many unlocks as locks.
// expect: TRUE
// states: 343
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m; int x;
static void f(int n) { pthread_mutex_lock(&m); x++; if (n) f(n - 1); x--; assert(x >= 0); pthread_mutex_unlock(&m); }
static void *t(void *p) { f(2); return 0; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_t i; pthread_create(&i, 0, t, 0); f(1); pthread_join(i, 0); assert(x == 0); pthread_mutex_destroy(&m); }
