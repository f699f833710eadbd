// Another thread runs between snprintf and the next access.
// expect: assertion=FALSE
// states: 153
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int x, y;
static void *t(void *p) { x = 1; y = 1; return 0; }
int main(void) { pthread_t i; char l[8]; pthread_create(&i, 0, t, 0); int a = x; snprintf(l, 8, "%d", a); int b = y; assert(!(a == 0 && b == 1)); pthread_join(i, 0); }
