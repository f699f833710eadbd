// Each thread has its own copy of a thread-local variable.
// expect: TRUE
// states: 333
#include <pthread.h>
#include <assert.h>
_Thread_local int v = 3; _Thread_local int *p = 0;
static void *t(void *x) { assert(v == 3 && !p); p = &v; *p += 1; assert(v == 4); return 0; }
int main(void) { pthread_t a, b; v = 9; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_join(a, 0); pthread_join(b, 0); assert(v == 9); }
