// The woken thread finds that a third one took the item (deadlock-free, with a loop).
// expect: TRUE
// states: 1532
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int items;
static void *t(void *p) { pthread_mutex_lock(&m); while (!items) pthread_cond_wait(&c, &m); items--; assert(items >= 0); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);
 for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); items++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); } pthread_join(a, 0); pthread_join(b, 0); }
