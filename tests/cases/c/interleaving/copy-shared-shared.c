// The copy of a structure within shared memory.
// expect: assertion=FALSE data-race=FALSE
// states: 52
#include <pthread.h>
#include <assert.h>
struct S { int a, b; } g, k; int h;
static void *t(void *x) { g.a = 1; h = 1; return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); k = g; int r = h; assert(!(k.a == 0 && r == 1)); pthread_join(id, 0); }
