// What a thread writes right before a failing assumption can still be seen.
// expect: assertion=FALSE
// states: 25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
atomic_int x;
static void *t(void *p) {
  x = 1;
  __VERIFIER_assume(0);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  assert(x != 1);
  return 0;
}
