// Two critical sections that read the same variable.
// expect: assertion=FALSE
// states: 127
#include <pthread.h>
#include <assert.h>
int g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *x) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_mutex_lock(&m); int a = g; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); int b = g; pthread_mutex_unlock(&m); assert(a == b); pthread_join(id, 0); }
