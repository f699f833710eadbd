// The second thread has ended before the third is created.
// expect: TRUE
// states: 84
#include <pthread.h>
#include <assert.h>
int x;
static void *t(void *p) { int l = x; x = l + 1; return 0; }
int main(void) { pthread_t a; for (int i = 0; i < 3; i++) { pthread_create(&a, 0, t, 0); pthread_join(a, 0); } assert(x == 3); }
