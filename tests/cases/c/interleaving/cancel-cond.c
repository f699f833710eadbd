// A cancelled wait takes the mutex again, and its handler gives it back.
// expect: TRUE
// states: 96
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x;
static void undo(void *p) { x++; pthread_mutex_unlock(p); }
static void *t(void *p) { pthread_mutex_lock(&m); pthread_cleanup_push(undo, &m); for (;;) pthread_cond_wait(&c, &m); pthread_cleanup_pop(1); return 0; }
int main(void) { pthread_t i; void *r; pthread_create(&i, 0, t, 0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_cancel(i); pthread_join(i, &r); assert(r == PTHREAD_CANCELED); assert(x == 2); }
