// The argument is written after the thread was created.
// expect: assertion=FALSE data-race=FALSE
// states: 17
#include <pthread.h>
#include <assert.h>
static void *t(void *p) { assert(*(int *)p == 1); return 0; }
int main(void) { pthread_t id; int a = 1; pthread_create(&id, 0, t, &a); a = 2; pthread_join(id, 0); }
