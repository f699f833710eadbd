// Opposite orders under a common gate: no deadlock.
// expect: TRUE
// states: 90
#include <pthread.h>
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; int x;
static void *t(void *p) { pthread_mutex_lock(&g); pthread_mutex_lock(&b); pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); pthread_mutex_unlock(&g); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_mutex_lock(&g); pthread_mutex_lock(&a); pthread_mutex_lock(&b); x++; pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_mutex_unlock(&g); pthread_join(i, 0); }
