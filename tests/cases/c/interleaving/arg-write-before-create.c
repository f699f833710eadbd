// The argument is written before the thread is created.
// expect: TRUE
// states: 24
#include <pthread.h>
#include <assert.h>
static void *t(void *p) { assert(*(int *)p == 2); return 0; }
int main(void) { pthread_t id; int a = 1; a = 2; pthread_create(&id, 0, t, &a); pthread_join(id, 0); assert(a == 2); }
