// Copies in two atomic sections may differ.
// expect: assertion=FALSE
// states: 91
#include <pthread.h>
#include <assert.h>
struct S { int a, b; } g;
static void __VERIFIER_atomic_w(void) { g.a = 1; }
static struct S l, r;
static int __VERIFIER_atomic_r(void) { struct S l = g; return l.a; }
static void *t(void *x) { __VERIFIER_atomic_w(); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int a = __VERIFIER_atomic_r(), b = __VERIFIER_atomic_r(); assert(a == b); pthread_join(id, 0); }
