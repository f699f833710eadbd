// A wait without a loop may wake up for no reason.
// expect: assertion=FALSE
// states: 54
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
static void *t(void *p) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_mutex_lock(&m); if (!go) pthread_cond_wait(&c, &m); assert(go); pthread_mutex_unlock(&m); pthread_join(a, 0); }
