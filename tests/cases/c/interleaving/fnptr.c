// Function pointers in a table that another thread changes.
// expect: assertion=FALSE
// states: 111
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static int one(void) { return 1; } static int two(void) { return 2; }
_Atomic(int (*)(void)) f = one;
static void *t(void *p) { f = two; return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); int (*g)(void) = f; int a = g(); int b = f(); assert(a == b); pthread_join(i, 0); }
