// A structure is passed by value from shared memory.
// expect: assertion=FALSE data-race=FALSE
// states: 96
#include <pthread.h>
#include <assert.h>
struct S { int a, b, c, d, e, f; } g; int h;
static void *t(void *x) { g.a = 1; h = 1; return 0; }
static int get(struct S s) { return s.a; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int l = get(g); int r = h; assert(!(l == 0 && r == 1)); pthread_join(id, 0); }
