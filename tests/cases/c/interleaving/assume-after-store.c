// A store right before a failing assumption: the execution is not looked at any further, but others may have seen it before.
// expect: assertion=FALSE
// states: 15
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
atomic_int x;
static void *t(void *p) { x = 1; __VERIFIER_assume(0); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); assert(x == 0); pthread_join(id, 0); }
