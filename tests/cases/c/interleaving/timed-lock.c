// A timed lock gives up: no deadlock.
// expect: TRUE
// states: 67
#include <pthread.h>
#include <time.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p) { struct timespec u = {0, 0}; pthread_mutex_lock(&b); if (pthread_mutex_timedlock(&a, &u) == 0) pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_join(i, 0); }
