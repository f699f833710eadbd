// A thread's own value of a key is its own.
// expect: TRUE
// states: 568
#include <pthread.h>
#include <assert.h>
pthread_key_t k;
static void *t(void *x) { int v = (int)(long)x; pthread_setspecific(k, &v); v++; assert(*(int *)pthread_getspecific(k) == (int)(long)x + 1); return 0; }
int main(void) { pthread_t a, b; pthread_key_create(&k, 0); pthread_create(&a, 0, t, (void *)1); pthread_create(&b, 0, t, (void *)5); pthread_join(a, 0); pthread_join(b, 0); }
