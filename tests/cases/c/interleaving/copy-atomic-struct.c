// Copies under a lock, given back in between.
// expect: assertion=FALSE
// states: 112
#include <pthread.h>
#include <assert.h>
struct S { int a, b; } g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *x) { pthread_mutex_lock(&m); g.a = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_mutex_lock(&m); struct S l = g; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); struct S r = g; pthread_mutex_unlock(&m); assert(l.a == r.a); pthread_join(id, 0); }
